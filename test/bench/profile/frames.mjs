import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Tells which function of which package a frame of a bundled server belongs to. */
export class Frames {
  #maps = new Map()

  /**
   * @param {import('node:inspector').Runtime.CallFrame} callFrame
   * @returns {{ group: string, name: string, ours?: boolean }} `ours`: belongs to this module
   */
  describe({ functionName, url, lineNumber, columnNumber }) {
    if (!url) {
      return { group: functionName.startsWith('(') ? functionName : 'native code', name: functionName || '(native)' }
    }
    if (url.startsWith('node:')) {
      return { group: 'node', name: `${functionName || '(anonymous)'} · ${url}` }
    }
    const source = this.#sourceOf(url, lineNumber, columnNumber)
    const { group, file, ours = false } = ownerOf(source)
    return { group, ours, name: `${functionName || '(anonymous)'} · ${file}` }
  }

  #sourceOf(url, line, column) {
    return this.#mapOf(url)?.findEntry(line, column).originalSource ?? url
  }

  #mapOf(url) {
    if (!this.#maps.has(url)) {
      const path = `${fileURLToPath(url)}.map`
      this.#maps.set(url, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined)
    }
    return this.#maps.get(url)
  }
}

function ownerOf(source) {
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(source)
  if (inPackage) {
    const [, name, rest] = inPackage
    return { group: name, file: `${name}/${rest}` }
  }
  const ours = /package\/src\/(?:runtime\/(?:server\/)?)?((?:[^/]+\/)*)[^/]+$/.exec(source)
  if (ours) {
    return { group: `this module: ${ours[1] || '/'}`, ours: true, file: source.slice(source.indexOf('package/src/') + 'package/'.length) }
  }
  return { group: 'app and generated code', file: source.split('/').slice(-2).join('/') }
}
