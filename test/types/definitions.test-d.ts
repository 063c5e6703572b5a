import { describe, expectTypeOf, it } from 'vitest'
import { ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Variables } from '@modelcontextprotocol/sdk/shared/uriTemplate.js'
import type { H3Event } from 'h3'
import { z } from 'zod'
import * as z3 from 'zod/v3'
import type { McpAuthInfo, McpCacheHint, McpCacheScope, McpPromptDefinitionListItem, McpRequestExtra, McpToolDefinition, McpToolDefinitionListItem, McpToolExtra, MsCacheDuration } from '../../src/runtime/server/index'
import { completable, defineMcpHandler, defineMcpPrompt, defineMcpResource, defineMcpTool, errorResult, getMcpTools, textResult, useMcpAuth } from '../../src/runtime/server/index'

describe('tools', () => {
  it('types arguments as what parsing returns (definitions T2)', () => {
    defineMcpTool({
      inputSchema: { id: z.string(), limit: z.number().default(10), tag: z.string().optional() },
      handler: (args, extra) => {
        expectTypeOf(args).toEqualTypeOf<{ id: string, limit: number, tag?: string | undefined }>()
        expectTypeOf(extra).toEqualTypeOf<McpRequestExtra>()
        return args.id
      },
    })
  })

  it('passes only extra without an input schema (definitions T3)', () => {
    defineMcpTool({
      handler: (extra) => {
        expectTypeOf(extra).toEqualTypeOf<McpRequestExtra>()
        return 'x'
      },
    })
    defineMcpTool({ inputSchema: undefined, handler: extra => extra.requestId })
    // @ts-expect-error there are no arguments to receive
    defineMcpTool({ handler: (args: { id: string }, extra: McpRequestExtra) => `${args.id}${extra.requestId}` })
  })

  it('gives an empty shape an empty object', () => {
    defineMcpTool({ inputSchema: {}, handler: (args, extra) => `${Object.keys(args)}${extra.requestId}` })
  })

  it('accepts object schemas and unions of them (definitions T4)', () => {
    defineMcpTool({
      inputSchema: z.object({ id: z.number() }),
      handler: ({ id }) => {
        expectTypeOf(id).toEqualTypeOf<number>()
        return id
      },
    })
    defineMcpTool({
      inputSchema: z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), a: z.string() }), z.object({ kind: z.literal('b'), b: z.number() })]),
      handler: args => args.kind === 'a' ? args.a : args.b,
    })
  })

  it('types Zod 3 shapes', () => {
    defineMcpTool({
      inputSchema: { id: z3.string(), n: z3.number().default(1) },
      handler: ({ id, n }) => {
        expectTypeOf(id).toEqualTypeOf<string>()
        expectTypeOf(n).toEqualTypeOf<number>()
        return id
      },
    })
  })

  it('accepts what can be sent (definitions T5)', () => {
    interface Row { id: number }
    const row: Row = { id: 1 }
    defineMcpTool({ handler: () => row })
    defineMcpTool({ handler: async () => [row] })
    defineMcpTool({ handler: () => null })
    defineMcpTool({ handler: () => undefined })
    defineMcpTool({ handler: async () => {} })
    defineMcpTool({ handler: () => 1n })
    defineMcpTool({ handler: () => true })
    defineMcpTool({ handler: () => textResult('x') })
    defineMcpTool({ handler: () => ({ content: [{ type: 'text', text: 'x' }] }) })
    // @ts-expect-error a symbol has no JSON form
    defineMcpTool({ handler: () => Symbol('x') })
  })

  it('types the result from the output schema (definitions T6)', () => {
    const outputSchema = { v: z.number(), w: z.string().default('w') }
    defineMcpTool({ outputSchema, handler: () => ({ structuredContent: { v: 1 } }) })
    defineMcpTool({ outputSchema, handler: () => ({ v: 1 }) })
    defineMcpTool({ outputSchema, handler: async () => ({ content: [{ type: 'text' as const, text: 'x' }], structuredContent: { v: 1, w: 'x' } }) })
    defineMcpTool({ outputSchema, handler: () => errorResult('no') })
    // @ts-expect-error `v` is a number
    defineMcpTool({ outputSchema, handler: () => ({ structuredContent: { v: 'no' } }) })
    // @ts-expect-error `v` is a number
    defineMcpTool({ outputSchema, handler: () => ({ v: 'no' }) })
    // @ts-expect-error text carries no structured content
    defineMcpTool({ outputSchema, handler: () => 'text' })
  })

  it('checks examples (definitions T7)', () => {
    defineMcpTool({ inputSchema: { a: z.string(), b: z.number() }, inputExamples: [{ a: 'x' }], handler: () => '' })
    defineMcpTool({ inputExamples: [{ whatever: 1 }], handler: () => '' })
    // @ts-expect-error `a` is a string
    defineMcpTool({ inputSchema: { a: z.string() }, inputExamples: [{ a: 1 }], handler: () => '' })
  })

  it('types every argument of getKey (definitions T8, R50, R52)', () => {
    defineMcpTool({
      inputSchema: { id: z.string() },
      cache: {
        maxAge: '5m',
        getKey: (args, extra, event) => {
          expectTypeOf(args).toEqualTypeOf<{ id: string }>()
          expectTypeOf(extra).toEqualTypeOf<McpRequestExtra>()
          expectTypeOf(event).toEqualTypeOf<H3Event>()
          return args.id
        },
      },
      handler: ({ id }) => id,
    })
    defineMcpTool({ cache: { maxAge: 1000, getKey: (extra, event) => `${extra.requestId}${event.path}` }, handler: () => '' })
    defineMcpTool({ cache: 1000, handler: () => '' })
    defineMcpTool({ cache: false, handler: () => '' })
    // @ts-expect-error no unit of the `ms` grammar
    defineMcpTool({ cache: '5 parsecs', handler: () => '' })
    expectTypeOf<'1.5h'>().toExtend<MsCacheDuration>()
    expectTypeOf<'2 days'>().toExtend<MsCacheDuration>()
  })

  it('fits tools of any schemas into one array (definitions T10)', () => {
    const a = defineMcpTool({ name: 'a', inputSchema: { id: z.string() }, cache: { maxAge: 1, getKey: ({ id }) => id }, handler: ({ id }) => id })
    const b = defineMcpTool({ name: 'b', handler: () => 1 })
    const c = defineMcpTool({ name: 'c', inputSchema: {}, outputSchema: { v: z.number() }, inputExamples: [{}], handler: () => ({ v: 1 }) })
    expectTypeOf([a, b, c]).toExtend<McpToolDefinitionListItem[]>()
    defineMcpHandler({ tools: [a, b, c] })
    defineMcpHandler({ tools: async event => [...await getMcpTools({ event }), a, b] })
    const annotated: McpToolDefinition = { name: 'd', inputSchema: { id: z.string() }, handler: () => '' }
    defineMcpHandler({ tools: [annotated] })
  })

  it('keeps the deprecated aliases (definitions T11)', () => {
    expectTypeOf<McpToolExtra>().toEqualTypeOf<McpRequestExtra>()
  })

  it('refuses unknown fields and bad guards (definitions T12)', () => {
    // @ts-expect-error no such field
    defineMcpTool({ descriptoin: '', handler: () => '' })
    defineMcpTool({ enabled: true, handler: () => '' })
    defineMcpTool({ enabled: async event => !!event.context.user, handler: () => '' })
    // @ts-expect-error a guard answers with a boolean
    defineMcpTool({ enabled: () => 'yes', handler: () => '' })
  })
})

describe('resources (definitions T9)', () => {
  it('infers the parameters from the URI', () => {
    defineMcpResource({
      uri: 'app://logs',
      handler: (uri, extra) => {
        expectTypeOf(uri).toEqualTypeOf<URL>()
        expectTypeOf(extra).toEqualTypeOf<McpRequestExtra>()
        return 'text'
      },
    })
    defineMcpResource({
      uri: 'user://{id}',
      handler: (uri, variables, extra) => {
        expectTypeOf(uri).toEqualTypeOf<URL>()
        expectTypeOf(variables).toEqualTypeOf<Variables>()
        expectTypeOf(extra).toEqualTypeOf<McpRequestExtra>()
        return { contents: [{ uri: uri.href, text: 'x' }] }
      },
    })
    defineMcpResource({
      uri: new ResourceTemplate('user://{id}', { list: undefined }),
      cache: { maxAge: '1m', getKey: (uri, variables) => `${uri.href}${String(variables.id)}` },
      handler: async (uri, variables) => `${uri.href}${String(variables.id)}`,
    })
  })

  it('takes a file instead of a URI and handler', () => {
    defineMcpResource({ file: 'docs/guide.md' })
    defineMcpResource({ file: 'docs/guide.md', uri: 'docs://guide', handler: uri => uri.href })
    // @ts-expect-error neither file nor URI
    defineMcpResource({ handler: () => '' })
    // @ts-expect-error a number is no content
    defineMcpResource({ uri: 'a://b', handler: () => 5 })
  })

  it('fits resources of every form into one array', () => {
    defineMcpHandler({
      resources: [
        defineMcpResource({ name: 'a', uri: 'a://b', handler: () => '' }),
        defineMcpResource({ name: 'b', uri: 'a://{b}', handler: (_uri, { b }) => String(b) }),
        defineMcpResource({ name: 'c', file: 'x.md' }),
      ],
    })
  })
})

describe('prompts', () => {
  it('types arguments and result', () => {
    defineMcpPrompt({ inputSchema: { topic: z.string(), depth: z.string().optional() }, handler: ({ topic, depth }) => `${topic}${depth ?? ''}` })
    defineMcpPrompt({ role: 'assistant', handler: extra => String(extra.requestId) })
    defineMcpPrompt({ inputSchema: { who: completable(z.string(), value => [value]) }, handler: ({ who }) => who })
    defineMcpPrompt({ handler: () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'x' } }] }) })
    // @ts-expect-error no such role
    defineMcpPrompt({ role: 'system', handler: () => '' })
  })

  it('fits prompts with arguments into one array (spec README 11)', () => {
    const withArgs = defineMcpPrompt({ name: 'a', inputSchema: { topic: z.string() }, handler: ({ topic }) => topic })
    const without = defineMcpPrompt({ name: 'b', handler: () => '' })
    expectTypeOf([withArgs, without]).toExtend<McpPromptDefinitionListItem[]>()
    defineMcpHandler({ prompts: [withArgs, without] })
  })
})

describe('cache hints (protocol-2026-07-28, Results)', () => {
  it('belong to resources and handlers', () => {
    expectTypeOf<McpCacheHint>().toEqualTypeOf<{ ttlMs?: number, cacheScope?: McpCacheScope }>()
    defineMcpResource({ uri: 'a://b', ttlMs: 60_000, cacheScope: 'public', handler: () => '' })
    defineMcpResource({ uri: 'a://{b}', ttlMs: 60_000, handler: () => '' })
    defineMcpResource({ file: 'a.md', cacheScope: 'private' })
    defineMcpHandler({ ttlMs: 0, cacheScope: 'public' })
    // @ts-expect-error the wire has a number of milliseconds
    defineMcpResource({ file: 'a.md', ttlMs: '5m' })
    // @ts-expect-error there are two scopes
    defineMcpHandler({ cacheScope: 'shared' })
    // @ts-expect-error the answer of a tool is not kept; what lists say is up to the handler
    defineMcpTool({ ttlMs: 5, handler: () => '' })
    // @ts-expect-error nor is that of a prompt
    defineMcpPrompt({ ttlMs: 5, handler: () => '' })
  })
})

describe('authorization', () => {
  it('types the verifier and what it returns', () => {
    defineMcpHandler({
      auth: {
        authorizationServers: ['https://auth.test'],
        verify: (token, event) => {
          expectTypeOf(token).toEqualTypeOf<string>()
          expectTypeOf(event).toEqualTypeOf<H3Event>()
          return token === 'x' ? { clientId: 'app', scopes: ['a'], expiresAt: 1, resource: new URL('https://a.test'), extra: { sub: 'ann' } } : null
        },
      },
      requestTimeout: 1000,
    })
    defineMcpHandler({ auth: { authorizationServers: [], verify: async () => undefined, required: false } })
    // @ts-expect-error a token has scopes
    defineMcpHandler({ auth: { authorizationServers: [], verify: () => ({ clientId: 'app' }) } })
    // @ts-expect-error nobody would check tokens
    defineMcpHandler({ auth: { authorizationServers: [] } })
  })

  it('gives definitions scopes, and handlers the token', () => {
    defineMcpTool({ scopes: ['a'], handler: ({ authInfo }) => {
      expectTypeOf(authInfo).toEqualTypeOf<McpAuthInfo | undefined>()
      return authInfo?.clientId
    } })
    defineMcpPrompt({ scopes: ['a'], handler: () => '' })
    defineMcpResource({ uri: 'a://b', scopes: ['a'], handler: () => '' })
    expectTypeOf(useMcpAuth()).toEqualTypeOf<McpAuthInfo | undefined>()
    // @ts-expect-error scopes are a list
    defineMcpTool({ scopes: 'a', handler: () => '' })
  })
})

describe('handlers (handlers R68)', () => {
  it('types middleware', () => {
    defineMcpHandler({
      middleware: async (event, next) => {
        event.context.user = 1
        await next()
      },
    })
    defineMcpHandler({ middleware: (_event, next) => next() })
    // @ts-expect-error text is no response
    defineMcpHandler({ middleware: () => 'text' })
  })
})
