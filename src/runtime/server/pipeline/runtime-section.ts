import { snakeCase } from 'scule'
import { isRecord } from '../results/tool-result'

/**
 * One level of `runtimeConfig.mcp`. An empty string means that nothing was set. What cannot be used is reported, never
 * with the value that was set, which may be a secret, and the build's value takes its place.
 */
export class RuntimeSection {
  constructor(
    private readonly values: Record<string, unknown>,
    private readonly report: (problem: string) => void,
    private readonly path: string,
  ) {}

  /** The level below; `undefined` where there is none. */
  section(key: string): RuntimeSection | undefined {
    const values = this.read(key, undefined, value => isRecord(value) ? value : undefined, 'an object of options')
    return values && new RuntimeSection(values, this.report, `${this.path}.${key}`)
  }

  flag(key: string, build: boolean): boolean {
    return this.read(key, build, toFlag, '`true` or `false`')
  }

  positive(key: string, build: number): number {
    return this.read(key, build, toPositive, 'a number above 0')
  }

  notNegative(key: string, build: number): number {
    return this.read(key, build, value => value === 0 ? 0 : toPositive(value), '0 or a number above 0')
  }

  oneOf<T extends string>(key: string, build: T, choices: readonly T[]): T {
    return this.read(key, build, value => choices.find(choice => choice === value), choices.map(choice => `\`${choice}\``).join(' or '))
  }

  text<T extends string | undefined>(key: string, build: T): string | T {
    return this.read<string | T>(key, build, toText, 'text')
  }

  /** A list, or `'*'`. */
  list(key: string, build: string[] | '*' | undefined): string[] | '*' | undefined {
    return this.read(key, build, toList, 'a list, or `*`')
  }

  /** Reports a value that differs from the build's, for what cannot change afterwards. */
  keep(key: string, build: string | number): void {
    const value = this.values[key]
    if (!isUnset(value) && value !== build) {
      this.ignore(key, 'the build fixes it', JSON.stringify(build))
    }
  }

  /** @param build what is used instead, if it may be shown */
  ignore(key: string, reason: string, build?: string): void {
    const path = `${this.path}.${key}`
    const variable = `NUXT_${path.split('.').map(part => snakeCase(part)).join('_').toUpperCase()}`
    this.report(`\`${variable}\` (\`runtimeConfig.${path}\`) is ignored: ${reason}. The build's value${build === undefined ? '' : ` \`${build}\``} is used.`)
  }

  private read<T>(key: string, build: T, parse: (value: unknown) => T | undefined, expected: string): T {
    const value = this.values[key]
    if (isUnset(value)) {
      return build
    }
    const parsed = parse(value)
    if (parsed !== undefined) {
      return parsed
    }
    const shown = typeof build === 'number' || typeof build === 'boolean' ? String(build) : undefined
    this.ignore(key, `it has to be ${expected}`, shown)
    return build
  }
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function toPositive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined
}

// `NUXT_MCP_ENABLED=0` arrives as a number.
function toFlag(value: unknown): boolean | undefined {
  return value === true || value === 1 ? true : value === false || value === 0 ? false : undefined
}

// `NUXT_MCP_VERSION=2` arrives as a number.
function toText(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined
}

// An environment variable holds a JSON array or a comma-separated list.
function toList(value: unknown): string[] | '*' | undefined {
  if (value === '*') {
    return '*'
  }
  if (Array.isArray(value)) {
    return value.map(String)
  }
  return typeof value === 'string' ? value.split(',').map(entry => entry.trim()).filter(Boolean) : undefined
}
