import { describe, expect, it, vi } from 'vitest'
import { McpInputRequiredError } from '../../../../../src/runtime/server/elicitation/errors'
import { ModernInputRounds, type ModernInputRoundsOptions, type RoundOutcome } from '../../../../../src/runtime/server/protocol/input-rounds'
import type { RequestState } from '../../../../../src/runtime/server/protocol/request-state'

// protocol-2026-07-28.md, Input from the user. Over HTTP: test/e2e/input-rounds.test.ts.
const ABLE = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }
const ask = (message: string) => ({ method: 'elicitation/create', params: { mode: 'form', message } })
const yes = { action: 'accept', content: { ok: true } }

/** A run of a handler, and what it left for the next one. */
function begin(given: Partial<ModernInputRoundsOptions> = {}) {
  let kept: RequestState | undefined
  const outcomes: RoundOutcome[] = []
  const rounds = new ModernInputRounds({
    capabilities: ABLE,
    state: undefined,
    responses: {},
    seal: async (state) => {
      kept = JSON.parse(JSON.stringify(state))
      return 'sealed'
    },
    finish: async outcome => void outcomes.push(outcome),
    ...given,
  })
  const ended = () => vi.waitFor(() => {
    const [outcome] = outcomes
    if (!outcome) throw new Error('not yet')
    return outcome
  })
  const keys = async () => {
    const outcome = await ended()
    return 'inputRequests' in outcome ? Object.keys(outcome.inputRequests) : outcome.error
  }
  return { rounds, outcomes, ended, keys, state: () => kept }
}

describe('questions', () => {
  it('of the same turn go out together, and end what asked them', async () => {
    const { rounds, keys } = begin()
    const asked = Promise.allSettled([rounds.ask(ask('a')), rounds.ask({ method: 'roots/list' }), Promise.resolve().then(() => rounds.ask(ask('b'))), rounds.ask(ask('c'), 'named')])
    expect(await keys()).toEqual(['elicitation-1', 'roots-1', 'named', 'elicitation-2'])
    expect((await asked).map(result => result.status === 'rejected' && result.reason)).toEqual(Array.from({ length: 4 }, () => expect.any(McpInputRequiredError)))
  })

  it('are on the wire without what belongs to earlier revisions', async () => {
    const { rounds, ended } = begin()
    rounds.ask({ method: 'elicitation/create', params: { mode: 'url', message: 'a', url: 'https://a.test', elicitationId: 'x', _meta: { progressToken: 1 } } }).catch(() => {})
    rounds.ask({ method: 'roots/list' }).catch(() => {})
    expect(await ended()).toMatchObject({ inputRequests: { 'elicitation-1': { params: { mode: 'url', message: 'a', url: 'https://a.test' } }, 'roots-1': { method: 'roots/list', params: {} } } })
    expect(JSON.stringify(await ended())).not.toMatch(/elicitationId|progressToken/)
  })

  it('asked twice are two questions', async () => {
    const first = begin()
    for (const _ of [1, 2]) first.rounds.ask(ask('a')).catch(() => {})
    expect(await first.keys()).toEqual(['elicitation-1', 'elicitation-2'])
    const { rounds } = begin({ state: first.state(), responses: { 'elicitation-1': { action: 'decline' }, 'elicitation-2': yes } })
    expect([await rounds.ask(ask('a')), await rounds.ask(ask('a'))]).toMatchObject([{ action: 'decline' }, yes])
  })

  it('keep their answers over further rounds, and are never given that to another one', async () => {
    const first = begin()
    first.rounds.ask(ask('Pay 5 €?')).catch(() => {})
    await first.ended()
    const second = begin({ state: first.state(), responses: { 'elicitation-1': yes } })
    expect(await second.rounds.ask(ask('Pay 5 €?'))).toMatchObject(yes)
    second.rounds.ask(ask('Sure?')).catch(() => {})
    await second.ended()
    const third = begin({ state: second.state(), responses: {} })
    expect(await third.rounds.ask(ask('Pay 5 €?'))).toMatchObject(yes)
    third.rounds.ask(ask('Pay 500 €?')).catch(() => {})
    expect(await third.keys()).toEqual(['elicitation-3'])
  })

  it('with a name are the same whatever they say', async () => {
    const first = begin()
    first.rounds.ask(ask('It is 10:00. Go on?'), 'go').catch(() => {})
    await first.ended()
    const { rounds } = begin({ state: first.state(), responses: { go: yes } })
    expect(await rounds.ask(ask('It is 10:01. Go on?'), 'go')).toMatchObject(yes)
  })

  it.each(['__proto__', 'constructor', 'elicitation-1'])('may have the name %s', async (key) => {
    const first = begin()
    first.rounds.ask(ask('a'), key).catch(() => {})
    first.rounds.ask(ask('b')).catch(() => {})
    const outcome = await first.ended()
    expect('inputRequests' in outcome && Object.hasOwn(outcome.inputRequests, key)).toBe(true)
    const again = begin({ state: first.state(), responses: {} })
    again.rounds.ask(ask('a'), key).catch(() => {})
    expect(await again.keys()).toEqual([key])
  })

  it('that are asked after the handler ended, or while the round ends, end at once', async () => {
    const over = begin()
    over.rounds.close()
    await expect(over.rounds.ask(ask('a'))).rejects.toThrow(McpInputRequiredError)
    expect(over.outcomes).toEqual([])
    const ending = begin({ seal: async () => {
      void ending.rounds.ask(ask('late')).catch(() => {})
      return 'sealed'
    } })
    ending.rounds.ask(ask('a')).catch(() => {})
    expect(await ending.keys()).toEqual(['elicitation-1'])
  })

  it('of a handler that does not wait for them go nowhere once it has answered', async () => {
    const { rounds, outcomes } = begin()
    const asked = rounds.ask(ask('a'))
    rounds.close()
    await expect(asked).rejects.toThrow(McpInputRequiredError)
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(outcomes).toEqual([])
  })
})

describe('answers', () => {
  it('may come before a named question is asked, and to no other', async () => {
    const { rounds, keys } = begin({ responses: { 'named': yes, 'elicitation-1': yes } })
    expect(await rounds.ask(ask('a'), 'named')).toMatchObject(yes)
    rounds.ask(ask('b')).catch(() => {})
    expect(await keys()).toEqual(['elicitation-1'])
  })

  it('count for what was asked in an earlier round only, once there was one', async () => {
    const { rounds, keys } = begin({ state: { round: 1, questions: {}, results: {} }, responses: { named: yes } })
    rounds.ask(ask('a'), 'named').catch(() => {})
    expect(await keys()).toEqual(['named'])
  })

  it.each([
    ['elicitation/create', { action: 'x' }],
    ['sampling/createMessage', { role: 'assistant' }],
    ['roots/list', { roots: 'all' }],
  ])('to %s like %j end the request', async (method, answer) => {
    const { rounds, ended } = begin({ responses: { a: answer } })
    await expect(rounds.ask({ method, params: {} }, 'a')).rejects.toThrow(McpInputRequiredError)
    expect(await ended()).toMatchObject({ error: { code: -32602, message: expect.stringContaining('`inputResponses.a') } })
  })
})

describe('capabilities', () => {
  it.each([
    ['elicitation/create', {}, {}, { elicitation: { form: {} } }],
    ['elicitation/create', { mode: 'url' }, { elicitation: { form: {} } }, { elicitation: { url: {} } }],
    ['sampling/createMessage', {}, { elicitation: {} }, { sampling: {} }],
    ['sampling/createMessage', { tools: [] }, { sampling: {} }, { sampling: { tools: {} } }],
    ['roots/list', undefined, {}, { roots: {} }],
  ])('%s %j with %j', async (method, params, capabilities, requiredCapabilities) => {
    const { rounds, outcomes } = begin({ capabilities })
    await expect(rounds.ask({ method, ...(params && { params }) })).rejects.toMatchObject({ code: -32021, data: { requiredCapabilities } })
    expect(outcomes).toEqual([])
  })

  it('a client cannot be asked for anything else', async () => {
    await expect(begin().rounds.ask({ method: 'ping' })).rejects.toThrow('cannot ask the client for `ping`')
  })
})

describe('once', () => {
  it('does the work in one round only', async () => {
    const work = vi.fn(() => ({ id: 1 }))
    const first = begin()
    expect(await first.rounds.once('w', work)).toEqual({ id: 1 })
    expect(await first.rounds.once('nothing', () => undefined)).toBeUndefined()
    first.rounds.ask(ask('a')).catch(() => {})
    await first.ended()
    const second = begin({ state: first.state() })
    expect(await second.rounds.once('w', work)).toEqual({ id: 1 })
    const nothing = vi.fn()
    expect(await second.rounds.once('nothing', nothing)).toBeUndefined()
    expect([work.mock.calls.length, nothing.mock.calls.length]).toEqual([1, 0])
  })

  it('is waited for before the client is asked', async () => {
    const { rounds, outcomes, ended, state } = begin()
    let release = (_: string) => {}
    const working = rounds.once('w', () => new Promise<string>((resolve) => {
      release = resolve
    }))
    rounds.ask(ask('a')).catch(() => {})
    await new Promise(resolve => setTimeout(resolve, 10))
    expect(outcomes).toEqual([])
    release('done')
    await working
    await ended()
    expect(state()?.results).toEqual({ w: { value: 'done' } })
  })

  it('may wait for a question of its round, and is done again with the answer', async () => {
    const first = begin()
    const question = first.rounds.ask(ask('a'))
    await expect(first.rounds.once('w', async () => question)).rejects.toThrow(McpInputRequiredError)
    expect(await first.keys()).toEqual(['elicitation-1'])
    expect(first.state()?.results).toEqual({})
    const { rounds } = begin({ state: first.state(), responses: { 'elicitation-1': yes } })
    const answered = rounds.ask(ask('a'))
    expect(await rounds.once('w', async () => answered)).toMatchObject(yes)
  })

  it('keeps what the handler asks meanwhile for the next round', async () => {
    const { rounds, keys } = begin()
    const working = rounds.once('w', () => new Promise(resolve => setTimeout(resolve, 20)))
    await expect(rounds.ask(ask('a'))).rejects.toThrow(McpInputRequiredError)
    expect(rounds.isAsking).toBe(true)
    await expect(rounds.ask(ask('instead'))).rejects.toThrow(McpInputRequiredError)
    await working
    expect(await keys()).toEqual(['elicitation-1'])
    expect(rounds.isAsking).toBe(false)
  })

  it('ends the request when it takes longer than requests may', async () => {
    const { rounds, keys } = begin({ timeLimit: 10 })
    void rounds.once('w', () => new Promise(() => {}))
    rounds.ask(ask('a')).catch(() => {})
    expect(await keys()).toMatchObject({ code: -32001 })
  })

  it('keeps nothing of work that fails', async () => {
    const first = begin()
    await expect(first.rounds.once('w', () => {
      throw new Error('failed')
    })).rejects.toThrow('failed')
    first.rounds.ask(ask('a')).catch(() => {})
    await first.ended()
    expect(first.state()?.results).toEqual({})
  })
})

it('rounds are bounded, and so is what they keep', async () => {
  const last = begin({ state: { round: 16, questions: {}, results: {} } })
  last.rounds.ask(ask('a')).catch(() => {})
  expect(await last.keys()).toMatchObject({ code: -32603, message: expect.stringContaining('`key`') })
  const large = begin({ seal: async () => {
    throw new RangeError('too much')
  } })
  large.rounds.ask(ask('a')).catch(() => {})
  expect(await large.keys()).toMatchObject({ code: -32603, message: 'too much' })
})
