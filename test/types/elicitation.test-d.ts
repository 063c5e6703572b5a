import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import * as z3 from 'zod/v3'
import type { ElicitationFormParams, ElicitationFormResult, ElicitationMode, ElicitationUrlParams, ElicitationUrlResult, McpClientNotifier, McpElicitation, McpLogger, McpRequestLogger, McpSessionFields, McpUserFields } from '../../src/runtime/server/index'
import { defineMcpTool, McpElicitationError, McpObservabilityNotEnabledError, useMcpElicitation, useMcpLogger } from '../../src/runtime/server/index'

describe('elicitation', () => {
  it('types the content after `accept` (spec README 11)', () => {
    defineMcpTool({
      inputSchema: { name: z.string() },
      handler: async ({ name }) => {
        const elicit = useMcpElicitation()
        expectTypeOf(elicit).toEqualTypeOf<McpElicitation>()
        const result = await elicit.form({
          message: name,
          schema: {
            channel: z.enum(['stable', 'beta']).describe('Release channel'),
            notify: z.boolean().default(true),
            tags: z.array(z.enum(['a', 'b'])).optional(),
            count: z.string().transform(Number),
          },
        })
        expectTypeOf(result.action).toEqualTypeOf<'accept' | 'decline' | 'cancel'>()
        if (result.action !== 'accept') {
          expectTypeOf(result.content).toEqualTypeOf<undefined>()
          return result.action
        }
        expectTypeOf(result.content).toEqualTypeOf<{ channel: 'stable' | 'beta', notify: boolean, tags?: ('a' | 'b')[] | undefined, count: number }>()
        // @ts-expect-error no such field
        void result.content.other
        return result.content.channel
      },
    })
  })

  it('types the content of destructured results', async () => {
    const { action, content } = await useMcpElicitation().form({ message: 'm', schema: { a: z.string() } })
    if (action === 'accept') expectTypeOf(content).toEqualTypeOf<{ a: string }>()
  })

  it('refuses content that nobody accepted', async () => {
    const result = await useMcpElicitation().form({ message: 'm', schema: { a: z.string() } })
    // @ts-expect-error `content` is possibly undefined
    void result.content.a
  })

  it('takes object schemas, Zod 3 shapes and shapes made elsewhere', async () => {
    const elicit = useMcpElicitation({ timeout: 1000 })
    const whole = await elicit.form({ message: 'm', schema: z.object({ a: z.number() }), timeout: 5 })
    if (whole.action === 'accept') expectTypeOf(whole.content).toEqualTypeOf<{ a: number }>()
    const three = await elicit.form({ message: 'm', schema: { a: z3.string().default('x') } })
    if (three.action === 'accept') expectTypeOf(three.content).toEqualTypeOf<{ a: string }>()
    const shape = { a: z.string() }
    const params: ElicitationFormParams<typeof shape> = { message: 'm', schema: shape }
    expectTypeOf(await elicit.form(params)).toEqualTypeOf<ElicitationFormResult<typeof shape>>()
    // @ts-expect-error the message is missing
    void elicit.form({ schema: shape })
    // @ts-expect-error a string is no schema
    void elicit.form({ message: 'm', schema: { a: 'string' } })
  })

  it('types the other questions', async () => {
    const elicit = useMcpElicitation()
    const params: ElicitationUrlParams = { message: 'm', url: 'https://a.example' }
    expectTypeOf(await elicit.url(params)).toEqualTypeOf<ElicitationUrlResult>()
    void elicit.url({ message: 'm', url: new URL('https://a.example'), elicitationId: 'x', timeout: 1 })
    expectTypeOf(elicit.confirm('m', { timeout: 1 })).toEqualTypeOf<Promise<boolean>>()
    expectTypeOf(elicit.complete('id')).toEqualTypeOf<Promise<void>>()
    expectTypeOf(elicit.supports()).toEqualTypeOf<boolean>()
    expectTypeOf(elicit.supports).parameter(0).toEqualTypeOf<ElicitationMode | undefined>()
    // @ts-expect-error no such mode
    elicit.supports('voice')
  })

  it('types names of questions, and work that is not repeated', async () => {
    const elicit = useMcpElicitation()
    void elicit.form({ message: 'm', schema: { a: z.string() }, key: 'a' })
    void elicit.confirm('m', { key: 'b' })
    void elicit.url({ message: 'm', url: 'https://a.example', key: 'c' })
    expectTypeOf(await elicit.once('d', () => ({ id: 1 }))).toEqualTypeOf<{ id: number }>()
    expectTypeOf(await elicit.once('e', async () => 'x')).toEqualTypeOf<string>()
    expectTypeOf(await elicit.once('f', () => ({ at: new Date(), tags: ['a'], then: undefined, n: 1n }))).toEqualTypeOf<{ at: string, tags: string[], n: never }>()
    expectTypeOf(await elicit.once('g', () => {})).toEqualTypeOf<undefined>()
    expectTypeOf(await elicit.once('h', async () => JSON.parse('1') as unknown)).toEqualTypeOf<unknown>()
    expectTypeOf(await elicit.once('i', () => () => 1)).toEqualTypeOf<never>()
    expectTypeOf(await elicit.once('j', () => null as string | null)).toEqualTypeOf<string | null>()
    // @ts-expect-error one name for all questions
    useMcpElicitation({ key: 'a' })
    // @ts-expect-error work without a name
    void elicit.once(() => 1)
  })

  it('types the codes of errors', () => {
    const error = new McpElicitationError('timeout', 'm')
    expectTypeOf(error.code).toEqualTypeOf<'unsupported' | 'invalid-schema' | 'invalid-url' | 'invalid-response' | 'timeout' | 'aborted'>()
    // @ts-expect-error the code is read-only
    error.code = 'aborted'
  })
})

describe('logger', () => {
  it('types both channels', () => {
    const log = useMcpLogger('orders')
    expectTypeOf(log).toEqualTypeOf<McpLogger>()
    expectTypeOf(log.notify).toEqualTypeOf<McpClientNotifier>()
    expectTypeOf(log.notify('emergency', { any: 'thing' }, 'logger')).toEqualTypeOf<Promise<void>>()
    expectTypeOf(log.notify.warning('x', 'logger')).toEqualTypeOf<Promise<void>>()
    expectTypeOf(log.progress(1, 2, 'x')).toEqualTypeOf<Promise<void>>()
    expectTypeOf(log.evlog).toEqualTypeOf<McpRequestLogger>()
    expectTypeOf(log.setUser).parameter(0).toEqualTypeOf<McpUserFields>()
    expectTypeOf(log.setSession).parameter(0).toEqualTypeOf<McpSessionFields>()
    log.setUser({ id: 'u', plan: 'pro' })
    // @ts-expect-error ids are strings
    log.setUser({ id: 1 })
  })

  it('refuses unknown levels (server-side-requests R44)', () => {
    const { notify } = useMcpLogger()
    // @ts-expect-error the level is called `warning`
    void notify('warn', 'x')
    // @ts-expect-error no shortcut
    void notify.notice('x')
  })

  it('has an error of its own', () => {
    expectTypeOf(new McpObservabilityNotEnabledError()).toExtend<Error>()
  })
})
