import { findRouteProblem } from '../runtime/shared/routes'

/** Returns what is wrong with a value, or `undefined`. `null` and an absent key count as unset. */
type Check = (value: unknown) => string | undefined
interface Shape { [key: string]: Check | Shape }

const string: Check = value => typeof value === 'string' ? undefined : 'must be a string'
const boolean: Check = value => typeof value === 'boolean' ? undefined : 'must be a boolean'
const strings: Check = value => isStringArray(value) ? undefined : 'must be an array of strings'
const positive: Check = value => typeof value === 'number' && Number.isFinite(value) && value > 0
  ? undefined
  : 'must be a positive finite number'
const positiveInteger: Check = value => Number.isSafeInteger(value) && Number(value) > 0
  ? undefined
  : 'must be a positive integer'
const notNegative: Check = value => value === 0 ? undefined : positive(value)?.replace('a positive', '0 or a positive')
const folder: Check = value => typeof value === 'string' && value.trim() !== '' ? undefined : 'must be a non-empty string'

const REPLAY: Shape = { maxEvents: positiveInteger, maxBytes: positiveInteger }
const BUS: Shape = { driver: value => value === 'redis' ? undefined : 'must be `\'redis\'`', url: string, channel: string }
const SESSIONS: Shape = { enabled: boolean, maxDuration: positive, maxSessions: positiveInteger, maxParallelRequests: positiveInteger, replay: REPLAY, retryInterval: positiveInteger, bus: BUS }
const SUBSCRIPTIONS: Shape = { enabled: boolean, maxStreams: positiveInteger, maxStreamsPerCaller: positiveInteger, maxResources: positiveInteger }
/** Options whose short form is a boolean. */
const SWITCHES = new Set(['sessions', 'replay', 'subscriptions'])
const SECURITY: Shape = { allowedOrigins: checkOrigins, allowedHosts: checkHosts, trustProxy: boolean, wellKnown: boolean }
const APPS: Shape = { vitePlugins: strings, vuePlugins: strings, css: strings, entry: string }
const INSPECTOR: Shape = { headers: checkHeaders }

const OPTIONS: Shape = {
  enabled: boolean,
  route: value => typeof value === 'string' ? findRouteProblem(value) : 'must be a string',
  browserRedirect: string,
  name: string,
  version: string,
  description: string,
  instructions: string,
  icons: checkIcons,
  dir: folder,
  appsDir: folder,
  apps: APPS,
  inspector: INSPECTOR,
  defaultHandlerStrategy: value => value === 'orphans' || value === 'all' ? undefined : 'must be `\'orphans\'` or `\'all\'`',
  protocol: value => value === 'dual' || value === 'legacy' || value === 'modern' ? undefined : 'must be `\'dual\'`, `\'legacy\'` or `\'modern\'`',
  autoImports: boolean,
  sessions: SESSIONS,
  subscriptions: SUBSCRIPTIONS,
  security: SECURITY,
  maxBodySize: positiveInteger,
  maxBatchSize: positiveInteger,
  requestTimeout: notNegative,
  llms: boolean,
  logging: boolean,
}

/** What is an option elsewhere, and where. */
const MISPLACED: ReadonlyMap<string, string> = new Map([
  ['stateSecret', 'A secret would become part of the build. Set the environment variable `NUXT_MCP_STATE_SECRET` where the server runs, or `runtimeConfig.mcp.stateSecret`.'],
  ['ttlMs', 'Set it in `defineMcpHandler()` for its lists, or in `defineMcpResource()` for a resource.'],
  ['cacheScope', 'Set it in `defineMcpHandler()` for its lists, or in `defineMcpResource()` for a resource.'],
])

/** One sentence for every option whose value cannot be used. */
export function collectOptionProblems(options: unknown): string[] {
  return isRecord(options) ? checkShape(options, OPTIONS, 'mcp') : ['`mcp` must be an object']
}

/** A hint for every key that belongs elsewhere, and for every unknown one that is close to a known one. */
export function collectUnknownOptions(options: unknown): string[] {
  return isRecord(options) ? [...findMisplaced(options), ...findUnknown(options, OPTIONS, 'mcp')] : []
}

function checkShape(values: Record<string, unknown>, shape: Shape, path: string): string[] {
  return Object.entries(shape).flatMap(([key, check]) => {
    const value = values[key]
    const name = `${path}.${key}`
    if (value === undefined || value === null) return []
    if (typeof check === 'object') {
      if (typeof value === 'boolean' && SWITCHES.has(key)) return []
      return isRecord(value) ? checkShape(value, check, name) : [`\`${name}\` must be an object${SWITCHES.has(key) ? ' or a boolean' : ''}, got ${show(value)}`]
    }
    const problem = check(value)
    return problem ? [`\`${name}\` ${problem}, got ${show(value)}`] : []
  })
}

function findMisplaced(options: Record<string, unknown>): string[] {
  return [...MISPLACED].flatMap(([key, hint]) => Object.hasOwn(options, key) ? [`\`mcp.${key}\` is no option of the module, and has no effect. ${hint}`] : [])
}

function findUnknown(values: Record<string, unknown>, shape: Shape, path: string): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (typeof known === 'object' && isRecord(value)) return findUnknown(value, known, `${path}.${key}`)
    if (known) return []
    const near = Object.keys(shape).find(candidate => isNear(key, candidate))
    return near ? [`Unknown option \`${path}.${key}\`. Did you mean \`${path}.${near}\`?`] : []
  })
}

/** Catches `session`, `allowedOrigin`, `max_body_size`, `browserRedirects`. */
function isNear(key: string, candidate: string): boolean {
  const [a, b] = [normalize(key), normalize(candidate)]
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 3 && (long.startsWith(short) || isOneEdit(short, long))
}

function normalize(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, '')
}

function isOneEdit(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const rest = short.length === long.length ? short.slice(start + 1) : short.slice(start)
  return rest === long.slice(start + 1)
}

function checkOrigins(value: unknown): string | undefined {
  if (value === '*') return undefined
  if (!isStringArray(value)) return 'must be an array of origins or `\'*\'`'
  const bad = value.filter(entry => !isOrigin(entry))
  return bad.length ? `must contain origins like \`https://example.com\`; ${bad.map(show).join(', ')} is none` : undefined
}

function isOrigin(entry: string): boolean {
  if (!URL.canParse(entry)) return false
  const url = new URL(entry)
  // Custom schemes (`vscode-webview://…`) have the opaque origin `null`; they need a host at least.
  return url.host !== '' && (url.pathname === '/' || url.pathname === '') && !url.search && !url.hash && !url.username
}

function checkHosts(value: unknown): string | undefined {
  if (value === '*') return undefined
  if (!isStringArray(value)) return 'must be an array of host names or `\'*\'`'
  const bad = value.filter(entry => !/^[^\s/?#@]+$/.test(entry) || entry === '*')
  return bad.length ? `must contain host names like \`mcp.example.com\`; ${bad.map(show).join(', ')} is none` : undefined
}

function checkIcons(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be an array'
  const ok = value.every(icon => isRecord(icon)
    && typeof icon.src === 'string' && URL.canParse(icon.src)
    && typeof icon.mimeType === 'string'
    && (icon.sizes === undefined || isStringArray(icon.sizes))
    && (icon.theme === undefined || icon.theme === 'light' || icon.theme === 'dark'))
  return ok ? undefined : 'must contain `{ src: <URL>, mimeType: string, sizes?: string[], theme?: \'light\' | \'dark\' }`'
}

function checkHeaders(value: unknown): string | undefined {
  const ok = isRecord(value) && Object.values(value).every(header =>
    header === null || header === undefined || typeof header === 'string' || isStringArray(header))
  return ok ? undefined : 'must be an object of strings or string arrays'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(entry => typeof entry === 'string')
}

function show(value: unknown): string {
  return `\`${JSON.stringify(value) ?? String(value)}\``
}
