import { createStorage, prefixStorage } from 'unstorage'
import { describe, expect, it } from 'vitest'
import { SessionStorageError, limitStorageTime } from '../../../../../src/runtime/server/session/storage-timeout'

function useHanging(name: string) {
  const storage = createStorage().mount('mcp:sessions', {
    name, hasItem: () => false, getItem: key => key === 'id:slow' ? new Promise(() => {}) : `"${key}"`, getKeys: () => [],
  })
  return limitStorageTime(base => base ? prefixStorage(storage, base) : storage, 20)
}

describe('limitStorageTime', () => {
  it('gives up on what does not answer', async () => {
    const storage = useHanging('redis')('mcp:sessions:id')
    expect(await storage.getItem('fast')).toBe('id:fast')
    await expect(storage.getItem('slow')).rejects.toThrow(SessionStorageError)
  })

  it('leaves the memory alone', () => {
    const storage = useHanging('memory')
    expect(storage('mcp:sessions:id')).not.toBe(storage)
    expect(storage().getMount('mcp:sessions:').driver.name).toBe('memory')
  })
})
