import { describe, expect, it } from 'vitest'
import { NUXT_CLI, ROOT, fixtureDir } from '../helpers/fixtures'
import { startNode } from '../helpers/process'

const FILES = [
  'server/mcp/tools/null-export.ts',
  'server/mcp/tools/no-handler.ts',
  'server/mcp/tools/bad-cache.ts',
  'server/mcp/tools/wrong-kind.ts',
  'server/mcp/resources/no-uri.ts',
  'server/mcp/resources/relative-uri.ts',
  'server/mcp/resources/missing-file.ts',
  'server/mcp/resources/outside-file.ts',
  'server/mcp/prompts/text-export.ts',
  'server/mcp/handlers/deeplink/index.ts',
]
/** How a report starts, in the plain and in the fancy form of consola. */
const REPORT = /^(?: ERROR |\[error\])/gm
const OPTIONS = ['mcp.route', 'mcp.defaultHandlerStrategy', 'mcp.security.allowedOrigins', 'mcp.sessions.maxDuration']

async function build(broken: string): Promise<{ code: number | null, output: string }> {
  const child = startNode({ args: [NUXT_CLI, 'build', fixtureDir('broken')], cwd: ROOT, env: { BROKEN: broken } })
  return { code: await child.exited, output: child.output() }
}

function count(output: string, pattern: RegExp): number {
  return output.match(pattern)?.length ?? 0
}

// README 6, definitions R4, R44, R58; discovery R51
describe('`nuxt build`', () => {
  it('fails with one message that names every bad file', async () => {
    const { code, output } = await build('definitions')
    expect(code).not.toBe(0)
    for (const file of FILES) expect(output).toContain(file)
    expect(output).not.toContain('server/mcp/tools/fine.ts')
    expect(count(output, REPORT)).toBe(1)
    expect(count(output, /^- `?server\//gm)).toBe(FILES.length)
  }, 60_000)

  it('fails with one message that names every bad option and every bad file', async () => {
    const { code, output } = await build('options')
    expect(code).not.toBe(0)
    for (const option of OPTIONS) expect(output).toContain(option)
    for (const file of FILES) expect(output).toContain(file)
    expect(count(output, REPORT)).toBe(1)
  }, 60_000)
})
