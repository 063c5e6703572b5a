/**
 * Reads a URL; `undefined` for what is none. One attempt instead of `URL.canParse()` first: on Node 20 that says yes
 * to some byte strings which the constructor then refuses, once the code is hot.
 */
export function parseUrl(value: string, base?: string): URL | undefined {
  try {
    return new URL(value, base)
  }
  catch {
    return undefined
  }
}
