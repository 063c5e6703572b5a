import { afterEach, describe, expect, it, vi } from 'vitest'
import { type RequestState, type StateOwner, openState, sealState } from '../../../../../src/runtime/server/protocol/request-state'
import { INVALID_PARAMS } from '../../../../../src/runtime/shared/json-rpc'

// protocol-2026-07-28.md, Input from the user: `requestState` comes back from an untrusted party.
const SECRET = 'a secret of at least 32 characters'
const state: RequestState = { round: 1, questions: { a: { digest: 'd', answer: { action: 'accept' } } }, results: { b: { value: 1 }, c: {} } }
const owner: StateOwner = { route: '/mcp', method: 'tools/call', params: { name: 'a', arguments: { x: 1, y: { z: 2 } } }, subject: 'ann' }

afterEach(() => {
  vi.useRealTimers()
})

it('comes back as it was, and differs each time', async () => {
  const [one, two] = [await sealState(state, owner, SECRET), await sealState(state, owner, SECRET)]
  expect(one).not.toBe(two)
  expect(await openState(one, owner, SECRET)).toEqual(state)
})

it('cannot be read without the secret', async () => {
  const sealed = await sealState({ ...state, results: { b: { value: 'confidential' } } }, owner, SECRET)
  expect(sealed).not.toContain('confidential')
  expect(sealed.split(/[*~]/).map(part => Buffer.from(part, 'base64url').toString('latin1')).join()).not.toContain('confidential')
})

it('belongs to the same arguments in any order, and whatever else the request carries', async () => {
  const sealed = await sealState(state, owner, SECRET)
  const params = { arguments: { y: { z: 2 }, x: 1 }, name: 'a', requestState: sealed, inputResponses: {}, _meta: { progressToken: 1 } }
  expect(await openState(sealed, { ...owner, params }, SECRET)).toEqual(state)
  const without = await sealState(state, { ...owner, params: { name: 'a' } }, SECRET)
  expect(await openState(without, { ...owner, params: { name: 'a', arguments: {} } }, SECRET)).toEqual(state)
})

describe('is worth nothing', () => {
  it.each<[string, Partial<StateOwner>]>([
    ['to another route', { route: '/mcp/other' }],
    ['to another method', { method: 'prompts/get' }],
    ['to another name', { params: { ...owner.params, name: 'b' } }],
    ['to a URI', { params: { uri: 'a', arguments: owner.params.arguments } }],
    ['to other arguments', { params: { name: 'a', arguments: { x: 1, y: { z: '2' } } } }],
    ['to no arguments', { params: { name: 'a' } }],
    ['to another caller', { subject: 'bob' }],
    ['to nobody', { subject: undefined }],
    // `ohash` writes text without escaping it, so that these look the same to it.
    ['to arguments that are made to look the same', { params: { name: 'a', arguments: { x: '1,y:object:1:string:1:z' } } }],
  ])('%s', async (_, other) => {
    expect(await openState(await sealState(state, owner, SECRET), { ...owner, ...other }, SECRET)).toBeUndefined()
  })

  it('with another secret', async () => {
    expect(await openState(await sealState(state, owner, SECRET), owner, SECRET.toUpperCase())).toBeUndefined()
  })

  it('after ten minutes', async () => {
    vi.useFakeTimers()
    const sealed = await sealState(state, owner, SECRET)
    vi.advanceTimersByTime(10 * 60 * 1000 - 1)
    expect(await openState(sealed, owner, SECRET)).toEqual(state)
    vi.advanceTimersByTime(1)
    expect(await openState(sealed, owner, SECRET)).toBeUndefined()
  })

  it('when any character of it is another', async () => {
    const sealed = await sealState(state, owner, SECRET)
    for (let index = 0; index < sealed.length; index += 7) {
      const changed = sealed.slice(0, index) + (sealed[index] === 'A' ? 'B' : 'A') + sealed.slice(index + 1)
      expect(await openState(changed, owner, SECRET)).toBeUndefined()
    }
  })

  it.each(['', '*', 'Fe26.2*******', 'x'.repeat(100_000)])('when it is none: %#', async (sealed) => {
    expect(await openState(sealed, owner, SECRET)).toBeUndefined()
  })
})

it('has a size', async () => {
  await expect(sealState({ ...state, results: { a: { value: 'x'.repeat(262_144) } } }, owner, SECRET)).rejects.toThrow(/262144 is the most/)
})

// The state is bound to a digest of the arguments.
it('cannot be made for arguments that are nested too deeply, which is no internal error', async () => {
  const deep: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000))
  await expect(sealState(state, { ...owner, params: { name: 'a', arguments: { deep } } }, SECRET)).rejects.toMatchObject({ code: INVALID_PARAMS, message: expect.stringContaining('`arguments`') })
})
