import ms from 'ms'

/**
 * Reads a duration as whole seconds, the unit of Nitro's cache, rounded up.
 *
 * @param value milliseconds, or a string in the grammar of the `ms` package
 * @throws {RangeError} when the string has no meaning or the duration is negative or infinite
 */
export function toSeconds(value: number | string): number {
  const milliseconds = typeof value === 'number' ? value : parse(value.trim())
  if (milliseconds === undefined || !Number.isFinite(milliseconds) || milliseconds < 0) {
    throw new RangeError(`\`${value}\` is not a duration. Use milliseconds, or a string such as \`30s\`, \`5m\` or \`1.5h\``)
  }
  return Math.ceil(milliseconds / 1000)
}

function parse(value: string): number | undefined {
  try {
    // Its types allow only strings known at compile time; at run time it answers `undefined` for the rest.
    return ms(value as ms.StringValue)
  }
  catch {
    // Thrown for the empty string and for very long ones, which are as meaningless.
    return undefined
  }
}
