import { parseUrl } from '../../shared/parse-url'

/**
 * Whether a request for this `Host` may be served. A page whose name was re-bound to the loopback address
 * ("DNS rebinding") carries its own name here; a loopback name or a literal address cannot be re-bound.
 *
 * @param host the header, with or without a port
 * @param allowed more host names; `'*'` for all; `undefined` for none
 * @param local whether the server is reachable only from its own machine, or runs in dev
 */
export function isHostAllowed(host: string | undefined, allowed: readonly string[] | '*' | undefined, local: boolean): boolean {
  if (allowed === '*' || (allowed === undefined && !local)) {
    return true
  }
  const name = host && remember(host)
  return name !== undefined && (isLoopbackName(name) || (local && isAddress(name)) || (allowed ?? []).some(entry => hostName(entry) === name))
}

/** Whether a listener's address is reachable only from its own machine. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}

// The URL parser lower-cases names and brings every spelling of an IPv4 address into one form. What would be another
// part of a URL has no place in a host.
function hostName(host: string | undefined): string | undefined {
  return host && !/[\s@/\\?#]/.test(host) ? parseUrl(`http://${host}`)?.hostname.replace(/\.$/, '') : undefined
}

/** Clients name very few hosts; past this many someone is making them up. */
const MOST_REMEMBERED = 100
const names = new Map<string, string | undefined>()

function remember(host: string): string | undefined {
  if (names.has(host)) {
    return names.get(host)
  }
  const name = hostName(host)
  if (names.size < MOST_REMEMBERED) {
    names.set(host, name)
  }
  return name
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d+){3}$/.test(name)
}

function isAddress(name: string): boolean {
  return name.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(name)
}
