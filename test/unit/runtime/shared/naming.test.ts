import { describe, expect, it } from 'vitest'
import { toDefinitionName, toDefinitionTitle, toExportName, toExportTitle } from '../../../../src/runtime/shared/naming'

describe('names and titles from file names', () => {
  // definitions R6–R8, R13: the table of observed names.
  it.each([
    ['list-docs.ts', 'list-docs', 'List Docs'],
    ['listDocs.ts', 'list-docs', 'List Docs'],
    ['ListDocs.js', 'list-docs', 'List Docs'],
    ['parseHTML.ts', 'parse-html', 'Parse HTML'],
    ['HTMLParser.mts', 'htmlparser', 'HTMLParser'],
    ['getURLFor.ts', 'get-urlfor', 'Get URLFor'],
    ['getV2User.mjs', 'get-v2-user', 'Get V2User'],
    ['step2Next.ts', 'step2-next', 'Step2Next'],
    ['list-2-items.ts', 'list-2-items', 'List 2 Items'],
    ['snake_case_name.ts', 'snake-case-name', 'Snake Case Name'],
    ['with space.ts', 'with-space', 'With Space'],
    ['dotted.name.ts', 'dotted.name', 'Dotted.Name'],
    ['x.test.ts', 'x.test', 'X.Test'],
    ['a--b.ts', 'a--b', 'A B'],
    ['a__b.ts', 'a-b', 'A B'],
    ['café.ts', 'café', 'Café'],
    ['2fa.ts', '2fa', '2fa'],
    ['null.ts', 'null', 'Null'],
    ['日本.ts', '日本', '日本'],
    // definitions R6: the extension is case-sensitive, and only one is removed.
    ['a.TS', 'a.ts', 'A.TS'],
    ['a.ts.ts', 'a.ts', 'A.Ts'],
    ['a.cjs', 'a.cjs', 'A.Cjs'],
    ['deep/er/list.ts', 'list', 'List'],
  ])('%s', (file, name, title) => {
    expect(toDefinitionName(file)).toBe(name)
    expect(toDefinitionTitle(file)).toBe(title)
  })

  // definitions R11
  it.each([
    ['_private.ts', 'private', 'Private'],
    ['trailing-.ts', 'trailing', 'Trailing'],
    ['it\'s.ts', 'it\'s', 'It\'s'],
    ['naïveÉtude.ts', 'naïveétude', 'NaïveÉtude'],
    ['écran.ts', 'écran', 'Écran'],
  ])('trims separators and capitalises words only: %s', (file, name, title) => {
    expect(toDefinitionName(file)).toBe(name)
    expect(toDefinitionTitle(file)).toBe(title)
  })

  // definitions R12
  it('names an index after its folder', () => {
    expect(toDefinitionName('index.ts', 'admin/userList')).toBe('user-list')
    expect(toDefinitionTitle('index.mjs', 'admin/userList')).toBe('User List')
    expect(toDefinitionName('index.ts')).toBe('index')
    expect(toDefinitionName('list.ts', 'admin')).toBe('list')
  })

  // spec README point 10
  it('names a named export by its kebab-cased name', () => {
    expect(toExportName('registerAgent')).toBe('register-agent')
    expect(toExportTitle('registerAgent')).toBe('Register Agent')
    expect(toExportName('index')).toBe('index')
  })

  it('never returns an empty name', () => {
    expect(toDefinitionName('_.ts')).toBe('_')
    expect(toDefinitionTitle('-.ts')).toBe('-')
  })
})
