import { readFileSync } from 'node:fs'
import { join } from 'pathe'
import { globSync } from 'tinyglobby'
import { describe, expect, inject, it } from 'vitest'
import { FIXTURES } from '../helpers/fixtures'

// Issue 6: what a server carries is what it has to read at a cold start.
describe.each(FIXTURES)('the server of the fixture `%s`', (fixture) => {
  const dir = join(inject('builds'), fixture, 'server')
  const scripts = globSync('**/*.mjs', { cwd: dir, absolute: true })

  it('has the packages of the endpoint in its own files', () => {
    expect(globSync(['node_modules/{zod,ajv,consola,negotiator}/**', 'node_modules/@modelcontextprotocol/**'], { cwd: dir })).toEqual([])
  })

  it('has one copy of Zod and of the SDK, and no Ajv', () => {
    const count = (text: string) => scripts.map(file => readFileSync(file, 'utf8').split(text).length - 1).reduce((sum, found) => sum + found, 0)
    expect({
      zod: count('class $ZodRegistry'),
      sdk: count('class Protocol'),
      ajv: count('ajv/dist'),
    }).toEqual({ zod: 1, sdk: 1, ajv: 0 })
  })

  // Pages and routes of the application start without it.
  it('loads the endpoint with its first request', () => {
    const entry = readFileSync(join(dir, 'chunks/nitro/nitro.mjs'), 'utf8')
    expect(entry).not.toContain('class Protocol')
    expect(entry).not.toContain('class $ZodRegistry')
  })
})
