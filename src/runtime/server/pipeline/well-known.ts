import type { H3Event } from 'h3'
import { withoutBase, withoutTrailingSlash } from 'ufo'
import { RESOURCE_METADATA_PATH, toMetadataPath, toResourceMetadata } from '../auth/resource-metadata'
import type { HttpAnswer } from '../http/answer'
import type { Endpoint } from './endpoint'
import { resourceOf } from './resource'
import { parseUrl } from '../../shared/parse-url'

/** What clients look for at the root, alone or with a path behind it. */
const PROBED = /^\/\.well-known\/(?:oauth-protected-resource|oauth-authorization-server|openid-configuration)(?:\/|$)/
/** What some look for below the endpoint. */
const PROBED_BELOW = '/.well-known/openid-configuration'

const CORS = { 'access-control-allow-origin': '*' }
const PREFLIGHT = { ...CORS, 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': '*', 'access-control-max-age': '7200' }
const NOT_FOUND = JSON.stringify({ error: 'not_found', error_description: 'OAuth is not configured for this MCP server.' })
const NO_AUTHORIZATION_SERVER = JSON.stringify({ error: 'not_found', error_description: 'This MCP server is no authorization server. Its protected resource metadata names those that it trusts.' })

/**
 * The answer to a request for OAuth metadata, `undefined` for every other one: the document of an endpoint with
 * `auth`, else a 404 that clients can read.
 *
 * @param path as it was requested, with `app.baseURL`
 * @param base `app.baseURL`
 */
export function answerWellKnown(event: H3Event, path: string, base: string, endpoints: () => readonly Endpoint[]): HttpAnswer | undefined {
  // Clients begin at the root of the host, but a proxy may hand on only what is below the base.
  const paths = [...new Set([path, withoutBase(path, base)])].map(entry => withoutTrailingSlash(entry))
  const isProbe = paths.some(entry => PROBED.test(entry)) || endpoints().some(endpoint => withoutTrailingSlash(path) === endpoint.path + PROBED_BELOW)
  if (!isProbe || endpoints().some(({ config }) => !config.enabled)) {
    return undefined
  }
  if (!paths.some(entry => entry.startsWith(RESOURCE_METADATA_PATH))) {
    return notFound(endpoints().some(({ auth }) => auth) ? NO_AUTHORIZATION_SERVER : NOT_FOUND)
  }
  const endpoint = endpoints().find(candidate => metadataPaths(candidate).some(entry => paths.includes(entry)))
  return endpoint?.auth ? answerMetadata(event, endpoint) : notFound(NOT_FOUND)
}

function metadataPaths({ auth, path, route }: Endpoint): string[] {
  if (!auth) {
    return []
  }
  return [path, route, ...(auth.resource === undefined ? [] : [new URL(auth.resource).pathname])].map(toMetadataPath)
}

function answerMetadata(event: H3Event, endpoint: Endpoint): HttpAnswer {
  if (event.method === 'OPTIONS') {
    return { status: 204, headers: PREFLIGHT }
  }
  if (event.method !== 'GET' && event.method !== 'HEAD') {
    return { status: 405, headers: { ...CORS, allow: 'GET, HEAD, OPTIONS' } }
  }
  const { auth, identity } = endpoint
  const resource = resourceOf(event, endpoint)
  if (!auth || !parseUrl(resource)) {
    return notFound(NOT_FOUND)
  }
  // A document that depends on request headers is not for shared caches.
  const cache = auth.resource === undefined ? 'no-cache' : 'public, max-age=3600'
  const document = toResourceMetadata(auth, { resource, name: identity.info.title ?? identity.info.name })
  return { status: 200, headers: { ...CORS, 'content-type': 'application/json', 'cache-control': cache }, body: JSON.stringify(document) }
}

function notFound(body: string): HttpAnswer {
  return { status: 404, headers: { ...CORS, 'content-type': 'application/json', 'cache-control': 'no-store' }, body }
}
