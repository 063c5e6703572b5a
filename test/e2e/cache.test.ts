import { describe, expect, it } from 'vitest'
import { MCP_HEADERS, message } from '../helpers/endpoint'
import { openRequest } from '../helpers/http'
import { waitFor } from '../helpers/process'
import { useServer } from '../helpers/server'

const server = useServer('basic')

async function run(name: string, args?: object, headers?: Record<string, string>): Promise<string> {
  return server.callText(name, args, headers)
}

async function readText(uri: string): Promise<string> {
  const [item] = (await server.read(uri)).contents
  return item && 'text' in item ? item.text : ''
}

describe('durations', () => {
  // definitions R43, R44: the grammar of `ms`
  it.each(['cached-string', 'cached-hour-and-half', 'cached-hrs', 'cached-mins', 'cached-spaced', 'cached-year', 'cached-max-age-string'])('%s caches', async (name) => {
    expect([await run(name), await run(name)]).toEqual(['1', '1'])
  })

  // definitions R45: a number is milliseconds, in the shorthand and in `maxAge`. 3000 s would outlast the test.
  it.each(['cached-number', 'cached-max-age'])('%s expires after its milliseconds', async (name) => {
    expect([await run(name), await run(name)]).toEqual(['1', '1'])
    await waitFor('the entry expires', async () => await run(name) === '2' || undefined, 12_000)
  })

  // definitions R46
  it.each(['uncached-zero', 'uncached-false', 'uncached-null', 'uncached-undefined', 'uncached-max-age', 'uncached-zero-string'])('%s does not cache', async (name) => {
    expect([await run(name), await run(name), await run(name)]).toEqual(['1', '2', '3'])
  })
})

describe('the default key of a tool', () => {
  // definitions R47: inputs that the original took for equal
  it.each<[object, object]>([
    [{ a: 1 }, { b: 1 }],
    [{ a: 5 }, { a: -5 }],
    [{ a: 5 }, { a: '5' }],
    [{ a: 'x/y' }, { a: 'x-y' }],
    [{ a: { k: 1 } }, { a: { k: 2 } }],
    [{ a: 'p:q', b: 'r' }, { a: 'p', b: 'q:r' }],
    [{}, { a: '' }],
    [{ a: null }, {}],
    [{ a: ['x', 'y'] }, { a: ['y', 'x'] }],
    [{ a: [1, [2]] }, { a: [[1], 2] }],
    [{ c: 1, a: 'c' }, { c: 2, a: 'c' }],
  ])('%j and %j differ', async (first, second) => {
    const [one, two] = [await run('cached-by-args', first), await run('cached-by-args', second)]
    expect(one).not.toBe(two)
    expect([await run('cached-by-args', first), await run('cached-by-args', second)]).toEqual([one, two])
  })

  // definitions R47: canonical JSON of the parsed arguments
  it('does not depend on the order of keys, on unknown keys, or on spelling out a default', async () => {
    const first = await run('cached-by-args', { a: { x: 1, y: [{ p: 1, q: 2 }] }, b: 'order' })
    expect(await run('cached-by-args', { b: 'order', a: { y: [{ q: 2, p: 1 }], x: 1 } })).toBe(first)
    expect(await run('cached-by-args', { b: 'order', a: { y: [{ q: 2, p: 1 }], x: 1 }, c: 1, unknown: true })).toBe(first)
  })

  // definitions R48
  it('is constant without `inputSchema`, whatever the client sends', async () => {
    const first = await run('cached-string', {}, { 'X-Other': 'a' })
    expect(await run('cached-string', { ignored: 1 }, { 'X-Other': 'b' })).toBe(first)
  })
})

describe('`getKey`', () => {
  // definitions R50, R52
  it('receives the arguments of the handler and the event', async () => {
    await run('cached-by-key', { user: 'ann', noise: 1 }, { 'X-User': 'u1' })
    expect((await server.state('getKey')).value).toEqual({ count: 3, input: { user: 'ann', noise: 1 }, extraHasSignal: true, header: 'u1' })
  })

  // definitions R50
  it('decides which calls are equal', async () => {
    const first = await run('cached-by-key', { user: 'bob', noise: 1 }, { 'X-User': 'u1' })
    expect(await run('cached-by-key', { user: 'bob', noise: 2 }, { 'X-User': 'u1' })).toBe(first)
    expect(await run('cached-by-key', { user: 'bob', noise: 1 }, { 'X-User': 'u2' })).not.toBe(first)
  })

  it('may return any text', async () => {
    const keys = ['a/b', 'a-b', 'a:b', '', ' ', '../../x', '__proto__', 'constructor', '日本', '中国', 'x'.repeat(2000)]
    const runs: string[] = []
    for (const key of keys) runs.push(await run('cached-odd-key', { key }))
    expect(new Set(runs).size).toBe(keys.length)
    for (const [index, key] of keys.entries()) expect(await run('cached-odd-key', { key }), key).toBe(runs[index])
  })
})

describe('what is cached', () => {
  // definitions R53
  it('equal calls that run at the same time are one', async () => {
    const calls = Array.from({ length: 4 }, () => run('cached-slow', { id: 'same' }))
    await waitFor('the handler runs', async () => (await server.state('cachedSlow:same')).count > 0 || undefined)
    await server.remember('slow:same', 'go')
    expect(await Promise.all(calls)).toEqual(['1', '1', '1', '1'])
    expect((await server.state('cachedSlow:same')).count).toBe(1)
  })

  it('a shared call outlives the client that made it', async () => {
    const body = JSON.stringify(message(1, 'tools/call', { name: 'cached-slow', arguments: { id: 'left' } }))
    const { response, abort } = openRequest(server.url, { method: 'POST', headers: MCP_HEADERS, body })
    response.catch(() => undefined)
    await waitFor('the handler runs', async () => (await server.state('cachedSlow:left')).count > 0 || undefined)
    const second = run('cached-slow', { id: 'left' })
    abort()
    await server.remember('slow:left', 'go')
    expect(await second).toBe('1')
  })

  // definitions R42, R53
  it('with `swr`, a stale answer while a fresh one is made', async () => {
    expect(await run('cached-stale')).toBe('1')
    const answers: string[] = []
    await waitFor('a refresh starts', async () => {
      answers.push(await run('cached-stale'))
      return (await server.state('cachedStale')).count > 1 || undefined
    })
    answers.push(await run('cached-stale'))
    expect(new Set(answers)).toEqual(new Set(['1']))
    await server.remember('stale', 'go')
    expect(await waitFor('the fresh answer', async () => await run('cached-stale') === '2' || undefined)).toBe(true)
  })

  // definitions R42
  it('under a key that names group and definition', async () => {
    await run('cached-string')
    await readText('cached-page://host/page')
    const keys = (await server.http('/cache-keys')).json<string[]>()
    expect(keys).toContainEqual(expect.stringMatching(/^cache:mcp:mcp-tool:cached-string:[^:]+\.json$/))
    expect(keys).toContainEqual(expect.stringMatching(/^cache:mcp:mcp-resource:cached-page:[^:]+\.json$/))
  })

  // definitions R51
  it('no failure, whether returned or thrown, and no `undefined`', async () => {
    expect([await run('cached-error-result'), await run('cached-error-result')]).toEqual(['failure 1', 'failure 2'])
    expect([await run('cached-throw'), await run('cached-throw')]).toEqual(['[503] thrown 1', '[503] thrown 2'])
    expect([await run('cached-returned-error'), await run('cached-returned-error')]).toEqual(['returned 1', 'returned 2'])
    await server.call('cached-undefined')
    expect(await server.call('cached-undefined')).toEqual({ content: [] })
    expect((await server.state('cachedUndefined')).count).toBe(2)
  })

  // definitions R51: a hit looks like the answer that was stored
  it.each([
    ['cached-map', { content: [{ type: 'text', text: JSON.stringify([['run', 1]], null, 2) }] }],
    ['cached-bigint', { content: [{ type: 'text', text: '1' }] }],
    ['cached-object', { content: [{ type: 'text', text: JSON.stringify({ run: 1, at: '1970-01-01T00:00:00.000Z' }, null, 2) }] }],
    ['cached-result', { content: [{ type: 'text', text: 'run 1' }] }],
    ['cached-structured', { content: [{ type: 'text', text: JSON.stringify({ run: 1 }, null, 2) }], structuredContent: { run: 1 } }],
  ])('%s is the same from the cache', async (name, expected) => {
    expect(await server.call(name)).toEqual(expected)
    expect(await server.call(name)).toEqual(expected)
  })
})

describe('resources', () => {
  // definitions R49
  it('are cached by their whole URI', async () => {
    for (const uri of ['cached://1/profile', 'cached://2/profile', 'cached://1/profile?view=full', 'cached://1/profile?view=short']) {
      expect(await readText(uri)).toBe(`${uri} run 1`)
    }
    expect(await readText('cached://1/profile')).toBe('cached://1/profile run 1')
    expect(await readText('cached://1/profile?view=full')).toBe('cached://1/profile?view=full run 1')
    expect([await readText('cached-page://host/page'), await readText('cached-page://host/page')]).toEqual(['run 1', 'run 1'])
    expect([await readText('cached-page://other/page'), await readText('cached-page://other/page')]).toEqual(['other run 1', 'other run 1'])
  })

  // definitions R50
  it('pass `getKey` what their handler gets, and the event', async () => {
    expect(await readText('cached-keyed://one')).toBe('cached-keyed://one run 1')
    expect((await server.state('resourceGetKey')).value).toEqual({ isUrl: true, variables: { id: 'one' }, extraHasSignal: true, path: '/mcp' })
    expect(await readText('cached-keyed://two')).toBe('cached-keyed://one run 1')
  })

  // definitions R46
  it('are not cached with 0', async () => {
    expect([await readText('uncached://page'), await readText('uncached://page')]).toEqual(['run 1', 'run 2'])
  })
})
