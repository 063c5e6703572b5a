import { join } from 'pathe'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { createUseEventPlugin, transformUseEvent } from '../../../src/setup/use-event'
import { createProject } from './project-dir'

describe('useEvent from h3', () => {
  // spec README point 9
  it.each([
    ['import { useEvent } from \'h3\'', 'import { useEvent as useEvent } from \'nitropack/runtime\';'],
    ['import { useEvent as e, getQuery as q, type H3Event } from "h3"', 'import { useEvent as e } from \'nitropack/runtime\'; import { getQuery as q, type H3Event as H3Event } from \'h3\';'],
    ['import h3, {\n  useEvent,\n} from \'h3\'\nuseEvent()', 'import { useEvent as useEvent } from \'nitropack/runtime\'; import h3 from \'h3\';\nuseEvent()'],
  ])('%s', (code, expected) => {
    const result = transformUseEvent(code, '/a.ts')
    expect(result?.code).toBe(expected)
    expect(parseSync('/a.ts', result?.code ?? '').errors).toEqual([])
    expect(result?.map.sources).toEqual(['/a.ts'])
  })

  it.each([
    'import type { useEvent } from \'h3\'',
    'import { type useEvent } from \'h3\'',
    'import { useEvent } from \'nitropack/runtime\'',
    'import { getQuery } from \'h3\'\nuseEvent()',
    'import * as h3 from \'h3\'\nh3.useEvent',
    'import { useEvent from \'h3\'',
  ])('leaves alone: %s', (code) => {
    expect(transformUseEvent(code, '/a.ts')).toBeUndefined()
  })

  it('is rewritten below the scan roots only', () => {
    const root = createProject({ 'server/mcp/a.ts': '' })
    const plugin = createUseEventPlugin(() => [join(root, 'server/mcp'), '/not/there'])
    const code = 'import { useEvent } from \'h3\''
    expect(plugin.transform(code, join(root, 'server/mcp/tools/a.ts'))?.code).toContain('nitropack/runtime')
    expect(plugin.transform(code, join(root, 'server/mcp2/a.ts'))).toBeUndefined()
    expect(plugin.transform(code, join(root, 'server/api/a.ts'))).toBeUndefined()
    expect(plugin.transform(code, join(root, 'server/mcp/a.json'))).toBeUndefined()
  })
})
