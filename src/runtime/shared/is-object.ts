/** Whether the value has properties to look at; arrays have. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
