/** RFC 6749: visible ASCII without quotation marks and backslashes. */
const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]+$/

/** Whether a value can be one OAuth scope. */
export function isScope(value: unknown): value is string {
  return typeof value === 'string' && SCOPE.test(value)
}
