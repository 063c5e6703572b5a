import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'
import { SERVER_IMPORTS, SERVER_TYPE_IMPORTS } from '../../src/setup/imports'

const SERVER = '../../src/runtime/server/index.ts'

function exportsOf(file: string, options: { type: boolean, from?: string }): string[] {
  const path = fileURLToPath(new URL(file, import.meta.url))
  return parseSync(path, readFileSync(path, 'utf8')).module.staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ isType, moduleRequest }) => isType === options.type && (!options.from || moduleRequest?.value === options.from))
    .map(({ exportName }) => exportName.name ?? '')
    .sort()
}

// options-dx R18
it('the package entry has every type of ./server, by name', () => {
  expect(exportsOf('../../src/module.ts', { type: true, from: './runtime/server/index' })).toEqual(exportsOf(SERVER, { type: true }))
})

// options-dx R12
it('every auto-import exists', () => {
  expect(exportsOf(SERVER, { type: false })).toEqual(expect.arrayContaining([...SERVER_IMPORTS]))
  expect(exportsOf(SERVER, { type: true })).toEqual(expect.arrayContaining([...SERVER_TYPE_IMPORTS]))
})
