// A result's JSON is often known before the transport needs it: a listing is the same for everyone, and a tool
// result has to be serialised early to find out whether it can be. The transport looks here first.
const serialized = new WeakMap<object, Json | (() => Json)>()

type Json = string | Uint8Array<ArrayBuffer>

/** Remembers the JSON of a result object, or how to make it. The object must not change afterwards. */
export function rememberSerialized<T extends object>(result: T, json: Json | (() => Json)): T {
  serialized.set(result, json)
  return result
}

/** The remembered JSON, if there is any. */
export function serializedOf(result: object): Json | undefined {
  const json = serialized.get(result)
  return typeof json === 'function' ? json() : json
}
