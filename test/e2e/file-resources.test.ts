import { readFileSync } from 'node:fs'
import { join } from 'pathe'
import { describe, expect, it } from 'vitest'
import { fixtureDir } from '../helpers/fixtures'
import { useServer } from '../helpers/server'

// Started in `/`, like every server of these tests: definitions R66.
const server = useServer('basic')
const content = (file: string) => readFileSync(join(fixtureDir('basic'), 'docs', file))

describe('text files', () => {
  // definitions R62, R63, R66, R68, R69
  it.each([
    ['readme.md', 'file:///docs/readme.md', 'text/markdown'],
    ['code.ts', 'file:///docs/code.ts', 'text/typescript'],
    ['data.json', 'file:///docs/data.json', 'application/json'],
    ['table.csv', 'file:///docs/table.csv', 'text/csv'],
    ['config.yml', 'file:///docs/config.yml', 'text/yaml'],
    ['LICENSE', 'file:///docs/LICENSE', 'text/plain'],
    ['UPPER.MD', 'file:///docs/UPPER.MD', 'text/markdown'],
    ['empty.txt', 'file:///docs/empty.txt', 'text/plain'],
    ['icon.svg', 'file:///docs/icon.svg', 'image/svg+xml'],
    ['with space é.md', 'file:///docs/with%20space%20%C3%A9.md', 'text/markdown'],
  ])('%s', async (file, uri, mimeType) => {
    expect((await server.resources()).find(entry => entry.uri === uri)).toMatchObject({ mimeType })
    expect(await server.read(uri)).toEqual({ contents: [{ uri, mimeType, text: content(file).toString('utf8') }] })
  })
})

describe('binary files', () => {
  // definitions R65
  it.each([
    ['pixel.png', 'file:///docs/pixel.png', 'image/png'],
    ['blob.unknown', 'file:///docs/blob.unknown', 'application/octet-stream'],
  ])('%s', async (file, uri, mimeType) => {
    expect((await server.resources()).find(entry => entry.uri === uri)).toMatchObject({ mimeType })
    expect(await server.read(uri)).toEqual({ contents: [{ uri, mimeType, blob: content(file).toString('base64') }] })
  })
})

// definitions R62, R63
it('an explicit URI and MIME type win', async () => {
  expect((await server.resources()).find(({ uri }) => uri === 'docs://readme')).toMatchObject({ name: 'own-uri', mimeType: 'text/x-own' })
  expect(await server.read('docs://readme')).toEqual({ contents: [{ uri: 'docs://readme', mimeType: 'text/x-own', text: content('readme.md').toString('utf8') }] })
})

// definitions R62
it('an explicit handler wins', async () => {
  expect((await server.read('docs://code')).contents).toEqual([expect.objectContaining({ uri: 'docs://code', text: 'own handler of docs://code' })])
})

// definitions R69
it('no listed URI depends on the machine', async () => {
  for (const { uri } of await server.resources()) expect(uri).toMatch(/^(?!file:)|^file:\/\/\/docs\//)
})
