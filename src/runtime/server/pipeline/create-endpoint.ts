import { joinURL } from 'ufo'
import type { McpConfig } from '../../types/config'
import { closedAuth, findAuthProblem } from '../auth/options'
import { compilePrompts, compileResources, compileTools } from '../compile/compile'
import { createPools } from '../compile/pool'
import type { McpAuthOptions } from '../define/auth'
import type { McpDefinitionBase } from '../define/definition'
import { takeDiscoveryProblems } from '../define/discovered'
import type { McpDynamicDefinitions, McpHandlerOptions } from '../define/handler'
import type { McpPromptDefinitionListItem } from '../define/prompt'
import type { McpResourceDefinitionListItem } from '../define/resource'
import type { McpBundledFile, McpHandlerEntry } from '../define/source'
import type { McpToolDefinitionListItem } from '../define/tool'
import { log } from '../observability/log'
import { DefinitionServer } from '../register/server'
import { reportPrivateHints, resolveCacheHint } from './cache-hint'
import type { Endpoint } from './endpoint'
import { resolveList } from './resolve'

/** Everything that was discovered in files. */
export interface Catalogue {
  tools: readonly McpToolDefinitionListItem[]
  resources: readonly McpResourceDefinitionListItem[]
  prompts: readonly McpPromptDefinitionListItem[]
  files: Readonly<Record<string, McpBundledFile>>
}

/**
 * Works out everything about an endpoint that does not depend on a request.
 *
 * @param base `app.baseURL`
 */
export function createEndpoint(config: McpConfig, options: McpHandlerOptions, handler: McpHandlerEntry | undefined, catalogue: Catalogue, base: string): Endpoint {
  for (const problem of takeDiscoveryProblems()) {
    log.error(problem)
  }
  const select = <T extends McpDefinitionBase>(kind: string, given: McpDynamicDefinitions<T> | undefined, discovered: readonly T[]): readonly T[] => {
    if (typeof given === 'function') {
      return []
    }
    if (given && !Array.isArray(given)) {
      log.error(`\`${kind}\` of the handler for \`${handler?.route ?? config.route}\` is of type ${typeof given}; it has to be an array or a function. No ${kind} are served.`)
      return []
    }
    return given ? resolveList(given) : discovered.filter(definition => belongsTo(definition, config, handler))
  }
  const route = handler?.route ?? config.route
  const endpoint: Endpoint = {
    name: handler?.name,
    route,
    path: joinURL(base, route),
    options,
    config,
    identity: {
      info: {
        name: options.name || config.name,
        version: options.version ?? config.version,
        ...defined({ description: options.description ?? config.description, icons: options.icons ?? config.icons }),
      },
      ...defined({ instructions: options.instructions ?? config.instructions }),
    },
    browserRedirect: options.browserRedirect ?? config.browserRedirect,
    auth: options.auth && resolveAuth(options.auth, route),
    requestTimeout: options.requestTimeout ?? config.requestTimeout,
    cacheHint: resolveCacheHint(options, route),
    pools: createPools(
      compileTools(select('tools', options.tools, catalogue.tools)),
      compileResources(select('resources', options.resources, catalogue.resources), catalogue.files),
      compilePrompts(select('prompts', options.prompts, catalogue.prompts)),
    ),
    files: catalogue.files,
    afterAnswer: () => ({
      server: new DefinitionServer(endpoint.identity, { pools: endpoint.pools, isEnabled: () => false }, { listChanged: false }),
      sessionId: undefined,
      relatedRequestId: undefined,
      extra: undefined,
    }),
  }
  reportPrivateHints(endpoint)
  return endpoint
}

// A mistake must not open the endpoint.
function resolveAuth(auth: McpAuthOptions, route: string): McpAuthOptions {
  const problem = findAuthProblem(auth)
  if (problem === undefined) {
    return auth
  }
  log.error(`The endpoint \`${route}\` refuses every request: ${problem}.`)
  return closedAuth(problem)
}

function belongsTo(definition: McpDefinitionBase, config: McpConfig, handler: McpHandlerEntry | undefined): boolean {
  const owner = definition._meta?.handler
  if (handler) {
    return !handler.folder || owner === handler.name
  }
  return config.defaultHandlerStrategy === 'all' || owner === undefined
}

function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}
