import { mimes } from 'mrmime'

/** Source and data files that clients want as text; the registry has video types or none for some of them. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  ts: 'text/typescript',
  mts: 'text/typescript',
  cts: 'text/typescript',
  js: 'text/javascript',
  mjs: 'text/javascript',
  cjs: 'text/javascript',
  json: 'application/json',
  html: 'text/html',
  css: 'text/css',
  xml: 'text/xml',
  csv: 'text/csv',
  yaml: 'text/yaml',
  yml: 'text/yaml',
}

/** `application/json`, `image/svg+xml`, … carry text although they do not start with `text/`. */
const TEXT_APPLICATION = /^application\/(?:json|xml|javascript|ecmascript|sql|yaml|toml)$|\+(?:json|xml|yaml)$/

/** MIME type by lower-cased file extension; `undefined` when the extension says nothing. */
export function toMimeType(path: string): string | undefined {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase()
  if (!extension) return undefined
  // mrmime's own `lookup` finds `constructor` in the prototype.
  return [TEXT_TYPES, mimes].find(types => Object.hasOwn(types, extension))?.[extension]
}

/** Whether content of this type is served as `text` rather than as base64 `blob`. */
export function isTextMimeType(mimeType: string): boolean {
  const type = mimeType.split(';', 1)[0]!.trim().toLowerCase()
  return type.startsWith('text/') || TEXT_APPLICATION.test(type)
}
