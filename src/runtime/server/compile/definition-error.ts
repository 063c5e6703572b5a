/** A definition that cannot be served. The message says what to change; the reporter adds where it is. */
export class DefinitionError extends Error {
  override name = 'DefinitionError'
}
