import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { resolve } from 'pathe'
import { globSync } from 'tinyglobby'
import { describe, expect, it } from 'vitest'
import { compare, formatTable, listForbidden, listProblems, summarize, updateExpected } from '../conformance/report.mjs'

const fixture = resolve(import.meta.dirname, '../fixtures/conformance/server')

describe('the conformance fixture', () => {
  it('is written with the public helpers only', () => {
    expect(globSync('**/*.ts', { cwd: fixture, absolute: true }).flatMap(importsOf).filter(({ specifier, names }) => !isPublic(specifier, names))).toEqual([])
  })
})

describe('the conformance report', () => {
  const ok = { id: 'a', status: 'SUCCESS' }
  const info = { id: 'b', status: 'INFO' }
  const warning = { id: 'c', status: 'WARNING', details: { message: 'no session' } }
  const failure = { id: 'd', status: 'FAILURE', errorMessage: 'not found' }
  const run = (scenarios: Record<string, object[]>) => ({ build: 'sessions', version: '1.0.0', checks: new Map(Object.entries(scenarios)) })

  it('sums a scenario up', () => {
    expect(summarize([ok, info, ok])).toBe('2 passed')
    expect(summarize([ok, failure, failure, warning])).toBe('1 passed; failure: d; warning: c')
    expect(summarize([warning])).toBe('0 passed; warning: c')
    expect(summarize([info])).toBe('not applicable')
  })

  it('finds nothing where all is as expected', () => {
    const runs = [run({ ping: [ok], poll: [ok, warning] })]
    expect(compare(runs, updateExpected(runs, {}))).toEqual([])
  })

  it('finds what is worse, better, new and gone', () => {
    const expected = updateExpected([run({ worse: [ok], better: [failure], fewer: [ok, ok], gone: [ok] })], {})
    expect(compare([run({ worse: [failure], better: [ok], fewer: [ok], new: [ok] })], expected)).toEqual([
      'sessions 1.0.0 worse: expected `1 passed`, got `0 passed; failure: d`',
      'sessions 1.0.0 better: expected `0 passed; failure: d`, got `1 passed`',
      'sessions 1.0.0 fewer: expected `2 passed`, got `1 passed`',
      'sessions 1.0.0 gone: expected `1 passed`, got `nothing`',
      'sessions 1.0.0 new: expected `nothing`, got `1 passed`',
    ])
  })

  // issue 7: warnings count as failures on 2026-07-28, whatever is expected.
  it('forbids failures and warnings to strict suites', () => {
    const checks = { ping: [ok, info], poll: [ok, warning], ask: [failure] }
    expect(listForbidden([{ ...run(checks), strict: false }])).toEqual([])
    expect(listForbidden([{ ...run(checks), strict: true }])).toEqual([
      'sessions 1.0.0 poll: 1 passed; warning: c',
      'sessions 1.0.0 ask: 0 passed; failure: d',
    ])
  })

  it('updates only the runs that it is given', () => {
    expect(updateExpected([run({ ping: [ok] })], { sessions: { '0.9.0': { ping: '2 passed' } }, stateless: { '1.0.0': { ping: '1 passed' } } })).toEqual({
      sessions: { '0.9.0': { ping: '2 passed' }, '1.0.0': { ping: '1 passed' } },
      stateless: { '1.0.0': { ping: '1 passed' } },
    })
  })

  it('prints a table and its problems', () => {
    const runs = [run({ ping: [ok], poll: [ok, warning], ask: [ok, failure], skip: [info] }), { ...run({ ping: [ok, ok] }), build: 'stateless' }]
    expect(formatTable(runs)).toMatchInlineSnapshot(`
      "                 sessions              stateless
      scenario         1.0.0                 1.0.0
      ────────────────────────────────────────────────
      ping             ✓ 1                   ✓ 2
      poll             ! 1 passed, 1 warned
      ask              ✗ 1 failed
      skip             – not applicable
      ────────────────────────────────────────────────
      without failure  3/4                   1/1"
    `)
    expect(listProblems(runs)).toEqual([
      'WARNING sessions 1.0.0 poll (c): no session',
      'FAILURE sessions 1.0.0 ask (d): not found',
    ])
  })
})

function importsOf(file: string): { file: string, specifier: string, names: (string | null)[] }[] {
  return parseSync(file, readFileSync(file, 'utf8')).module.staticImports.map(({ moduleRequest, entries }) => ({
    file,
    specifier: moduleRequest.value,
    names: entries.map(({ importName }) => importName.name),
  }))
}

// `extra.sendRequest` takes the schema of the result from its user.
function isPublic(specifier: string, names: (string | null)[]): boolean {
  if (specifier === '@modelcontextprotocol/sdk/types.js') {
    return names.every(name => name?.endsWith('ResultSchema'))
  }
  return ['@nuxtjs/mcp-toolkit/server', 'zod'].includes(specifier) || specifier.startsWith('node:') || specifier.startsWith('../../utils/')
}
