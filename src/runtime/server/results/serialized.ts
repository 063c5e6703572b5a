// A result's JSON is often known before the transport needs it: a listing is the same for everyone, and a tool
// result has to be serialised early to find out whether it can be. The transport looks here first. Copies do not have it:
// they may say something else.
const SERIALIZED = Symbol('serialized')

type Json = string | Uint8Array<ArrayBuffer>

interface SerializedResult {
  [SERIALIZED]?: Json | (() => Json)
}

/** Remembers the JSON of a result object, or how to make it. The object must not change afterwards. */
export function rememberSerialized<T extends object>(result: T, json: Json | (() => Json)): T {
  return Object.defineProperty(result, SERIALIZED, { value: json, configurable: true })
}

/** The remembered JSON, if there is any. */
export function serializedOf(result: object): Json | undefined {
  const { [SERIALIZED]: json }: SerializedResult = result
  return typeof json === 'function' ? json() : json
}
