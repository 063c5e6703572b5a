import type { SessionStorage, UseStorage } from './storage'

/** Milliseconds after which a storage that does not answer has failed. */
const STORAGE_TIMEOUT = 3000

/** The storage of sessions cannot be reached, so nobody can say whether a session is still valid. */
export class SessionStorageError extends Error {
  override name = 'SessionStorageError'
}

/** A `useStorage` whose calls fail when they take too long: a driver may wait for its server for ever. */
export function limitStorageTime(useStorage: UseStorage, timeout = STORAGE_TIMEOUT): UseStorage {
  return (base) => {
    const storage = useStorage(base)
    // What lies in memory is there at once.
    return useStorage().getMount(`${base ?? ''}:`).driver.name === 'memory' ? storage : limit(storage, timeout)
  }
}

function limit(storage: SessionStorage, timeout: number): SessionStorage {
  return new Proxy(storage, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function') {
        return member
      }
      return (...args: unknown[]): unknown => {
        const result: unknown = member.apply(target, args)
        return result instanceof Promise ? withTimeout(result, timeout) : result
      }
    },
  })
}

async function withTimeout<T>(work: Promise<T>, timeout: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SessionStorageError('The storage of MCP sessions did not answer in time.')), timeout)
  })
  try {
    return await Promise.race([work, late])
  }
  finally {
    clearTimeout(timer)
  }
}
