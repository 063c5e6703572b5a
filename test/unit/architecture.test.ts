import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { dirname, extname, join, relative, resolve } from 'pathe'
import { globSync } from 'tinyglobby'
import { describe, expect, it } from 'vitest'

// The rules of ARCHITECTURE.md, "Which way things point", read from the sources.

const src = resolve(import.meta.dirname, '../../src')

interface Import {
  from: string
  specifier: string
  /** Path below src for a relative import. */
  target: string | undefined
  isType: boolean
}

const files = globSync('**/*.{ts,vue}', { cwd: src }).sort()
const imports = files.filter(file => extname(file) === '.ts').flatMap(readImports)

/** Rooms of runtime/server from the top down; a room may use its own tier and those below. */
const TIERS: string[][] = [
  ['routes'],
  ['pipeline'],
  ['protocol'],
  ['register', 'transport', 'listing'],
  ['auth', 'compile', 'session', 'results', 'cache', 'code-mode', 'apps', 'observability', 'composables', 'elicitation'],
  ['http'],
  ['define'],
]

describe('architecture', () => {
  it('finds the sources', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(imports.length).toBeGreaterThan(100)
  })

  it('1: build time imports run-time values from runtime/shared only', () => {
    const wrong = imports.filter(({ from, target, isType }) => !from.startsWith('runtime/') && target?.startsWith('runtime/') && !target.startsWith('runtime/shared/') && !isType)
    expect(wrong).toEqual([])
  })

  it('1: setup never imports the module entry', () => {
    expect(imports.filter(({ from, target }) => from.startsWith('setup/') && target === 'module')).toEqual([])
  })

  it('2: run time imports nothing outside runtime', () => {
    expect(imports.filter(({ from, target }) => from.startsWith('runtime/') && target !== undefined && !target.startsWith('runtime/'))).toEqual([])
  })

  it('3: rooms of runtime/server point downwards', () => {
    const wrong = imports.filter(({ from, target }) => {
      const [here, there] = [tierOf(from), tierOf(target)]
      return here !== undefined && there !== undefined && there < here
    })
    expect(wrong).toEqual([])
  })

  it('3: every room of runtime/server has a tier', () => {
    const rooms = new Set(files.filter(file => file.startsWith('runtime/server/') && file.split('/').length > 3).map(file => file.split('/')[2]))
    expect([...rooms].filter(room => !TIERS.flat().includes(room ?? ''))).toEqual([])
  })

  it('3: only the public entry is a barrel', () => {
    expect(imports.filter(({ target, from }) => target === 'runtime/server/index' && from.startsWith('runtime/'))).toEqual([])
  })

  it('4: virtual modules are imported in three places only', () => {
    const allowed = /^runtime\/server\/(?:routes\/|listing\/|pipeline\/select\.ts$)/
    expect(imports.filter(({ from, specifier, isType }) => specifier.startsWith('#nuxt-mcp-toolkit/') && !isType && !allowed.test(from))).toEqual([])
  })

  it('5: runtime/apps imports Vue and shared only', () => {
    expect(imports.filter(({ from, specifier, target }) => from.startsWith('runtime/apps/') && specifier !== 'vue' && !target?.startsWith('runtime/apps/') && !target?.startsWith('runtime/shared/'))).toEqual([])
  })

  it('6: there are no cycles, type imports included', () => {
    const edges = new Map<string, string[]>()
    for (const { from, target } of imports) {
      if (target !== undefined) {
        edges.set(withoutExtension(from), [...edges.get(withoutExtension(from)) ?? [], target])
      }
    }
    expect(findCycle(edges)).toBeUndefined()
  })

  it('sdk contact stays in its rooms', () => {
    const allowed = /^runtime\/server\/(?:register|transport|protocol|composables)\/|^runtime\/server\/index\.ts$/
    expect(imports.filter(({ from, specifier, isType }) => specifier.startsWith('@modelcontextprotocol/sdk') && !isType && !allowed.test(from))).toEqual([])
  })

  it('no grab-bag file names', () => {
    expect(files.filter(file => /(?:^|\/)(?:utils?|helpers?|common|misc|internals?|lib|manager)(?:\.ts|\/)/.test(file))).toEqual([])
  })

  it('entry files of Nitro stay small', () => {
    const long = files.filter(file => file.startsWith('runtime/server/routes/') && readFileSync(join(src, file), 'utf8').split('\n').length > 41)
    expect(long).toEqual([])
  })
})

function readImports(file: string): Import[] {
  const path = join(src, file)
  const { module } = parseSync(path, readFileSync(path, 'utf8'))
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({ specifier: moduleRequest.value, isType: entries.length > 0 && entries.every(entry => entry.isType) })),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(entry => entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, isType: entry.isType }] : [])),
  ]
  return found.map(({ specifier, isType }) => ({
    from: file,
    specifier,
    target: specifier.startsWith('.') ? relative(src, resolve(dirname(path), specifier)) : undefined,
    isType,
  }))
}

function tierOf(path: string | undefined): number | undefined {
  const [runtime, server, room] = path?.split('/') ?? []
  const tier = runtime === 'runtime' && server === 'server' ? TIERS.findIndex(rooms => rooms.includes(room ?? '')) : -1
  return tier === -1 ? undefined : tier
}

function withoutExtension(file: string): string {
  return file.slice(0, -extname(file).length)
}

function findCycle(edges: ReadonlyMap<string, string[]>): string[] | undefined {
  const done = new Set<string>()
  const visit = (node: string, path: string[]): string[] | undefined => {
    if (path.includes(node)) {
      return [...path.slice(path.indexOf(node)), node]
    }
    if (done.has(node)) {
      return undefined
    }
    for (const next of edges.get(node) ?? []) {
      const cycle = visit(next, [...path, node])
      if (cycle) {
        return cycle
      }
    }
    done.add(node)
    return undefined
  }
  for (const node of edges.keys()) {
    const cycle = visit(node, [])
    if (cycle) {
      return cycle
    }
  }
  return undefined
}
