import type { McpConfig, McpSessionBusConfig, McpSessionsConfig, McpSubscriptionsConfig } from '../../types/config'
import { isRecord } from '../results/tool-result'

/**
 * The build's options with what `runtimeConfig.mcp` (and so `NUXT_MCP_*`) says in their place. An empty string means
 * that nothing was set. Routes are fixed by the build.
 */
export function overrideConfig(config: McpConfig, runtime: unknown): McpConfig {
  if (!isRecord(runtime)) {
    return config
  }
  const security = isRecord(runtime.security) ? runtime.security : {}
  return {
    ...config,
    enabled: flag(runtime.enabled) ?? config.enabled,
    browserRedirect: text(runtime.browserRedirect) ?? config.browserRedirect,
    name: text(runtime.name) ?? config.name,
    version: text(runtime.version) ?? config.version,
    description: text(runtime.description) ?? config.description,
    instructions: text(runtime.instructions) ?? config.instructions,
    security: {
      allowedOrigins: list(security.allowedOrigins) ?? config.security.allowedOrigins,
      allowedHosts: list(security.allowedHosts) ?? config.security.allowedHosts,
      trustProxy: flag(security.trustProxy) ?? config.security.trustProxy,
    },
    protocol: PROTOCOLS.find(protocol => protocol === runtime.protocol) ?? config.protocol,
    sessions: overrideSessions(config.sessions, runtime.sessions),
    subscriptions: overrideSubscriptions(config.subscriptions, runtime.subscriptions),
    maxBodySize: positive(runtime.maxBodySize) ?? config.maxBodySize,
    maxBatchSize: positive(runtime.maxBatchSize) ?? config.maxBatchSize,
    requestTimeout: runtime.requestTimeout === 0 ? 0 : positive(runtime.requestTimeout) ?? config.requestTimeout,
    stateSecret: text(runtime.stateSecret),
  }
}

const PROTOCOLS: readonly McpConfig['protocol'][] = ['dual', 'legacy', 'modern']

// Sessions that the build left out cannot be switched on: what serves them is not there.
function overrideSessions(sessions: McpSessionsConfig, runtime: unknown): McpSessionsConfig {
  if (!isRecord(runtime)) {
    return sessions
  }
  return {
    ...sessions,
    enabled: sessions.enabled && flag(runtime.enabled) !== false,
    maxDuration: positive(runtime.maxDuration) ?? sessions.maxDuration,
    maxSessions: positive(runtime.maxSessions) ?? sessions.maxSessions,
    maxParallelRequests: positive(runtime.maxParallelRequests) ?? sessions.maxParallelRequests,
    ...(sessions.bus ? { bus: overrideBus(sessions.bus, runtime.bus) } : {}),
  }
}

// Nor can streams where the build saw that nothing would come over them.
function overrideSubscriptions(subscriptions: McpSubscriptionsConfig, runtime: unknown): McpSubscriptionsConfig {
  if (!isRecord(runtime)) {
    return subscriptions
  }
  return {
    enabled: subscriptions.enabled && flag(runtime.enabled) !== false,
    maxStreams: positive(runtime.maxStreams) ?? subscriptions.maxStreams,
    maxStreamsPerCaller: positive(runtime.maxStreamsPerCaller) ?? subscriptions.maxStreamsPerCaller,
    maxResources: positive(runtime.maxResources) ?? subscriptions.maxResources,
  }
}

function overrideBus(bus: McpSessionBusConfig, runtime: unknown): McpSessionBusConfig {
  return isRecord(runtime) ? { ...bus, url: text(runtime.url) ?? bus.url, channel: text(runtime.channel) ?? bus.channel } : bus
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined
}

// `NUXT_MCP_ENABLED=0` arrives as a number.
function flag(value: unknown): boolean | undefined {
  return value === true || value === 1 ? true : value === false || value === 0 ? false : undefined
}

// `NUXT_MCP_VERSION=2` arrives as a number.
function text(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : undefined
}

// An environment variable holds a JSON array or a comma-separated list.
function list(value: unknown): string[] | '*' | undefined {
  if (value === '*') {
    return '*'
  }
  if (Array.isArray(value)) {
    return value.map(String)
  }
  return typeof value === 'string' && value !== '' ? value.split(',').map(entry => entry.trim()).filter(Boolean) : undefined
}
