import { joinURL } from 'ufo'
import type { McpAuthOptions } from '../define/auth'
import { parseUrl } from '../../shared/parse-url'

/** RFC 9728: where the metadata of protected resources is, in front of the path of the resource. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'

/** What the metadata of an endpoint is made from. */
export interface ResourceIdentity {
  /** URL of the endpoint. */
  resource: string
  /** Name of the endpoint, for people. */
  name: string
}

/** The metadata document of a protected resource. */
export function toResourceMetadata(auth: McpAuthOptions, { resource, name }: ResourceIdentity): Record<string, unknown> {
  const scopes = auth.scopesSupported ?? auth.requiredScopes
  return {
    resource,
    authorization_servers: auth.authorizationServers,
    ...(scopes?.length ? { scopes_supported: scopes } : {}),
    bearer_methods_supported: ['header'],
    resource_name: auth.resourceName ?? name,
    ...(auth.resourceDocumentation ? { resource_documentation: auth.resourceDocumentation } : {}),
  }
}

/**
 * Where the metadata of a resource is found: the well-known path comes between its host and its path. `undefined` for
 * what is no URL, as when the client's `Host` header makes none.
 */
export function toMetadataUrl(resource: string): string | undefined {
  const url = parseUrl(resource)
  return url && `${url.origin}${toMetadataPath(url.pathname)}`
}

/** Path of the metadata of a resource with this path. */
export function toMetadataPath(pathname: string): string {
  return pathname === '/' ? RESOURCE_METADATA_PATH : joinURL(RESOURCE_METADATA_PATH, pathname).replace(/\/$/, '')
}
