import type { McpConfig, McpSecurityConfig, McpSessionBusConfig, McpSessionsConfig, McpSubscriptionsConfig } from '../../types/config'
import { reportOnce } from '../observability/log'
import { isRecord } from '../results/tool-result'
import { RuntimeSection } from './runtime-section'

/**
 * The build's options with what `runtimeConfig.mcp` (and so `NUXT_MCP_*`) says in their place. Routes are fixed by the
 * build.
 *
 * @param report told of every value that cannot be used; by default, a warning the first time
 */
export function overrideConfig(config: McpConfig, runtime: unknown, report: (problem: string) => void = warnOnce): McpConfig {
  if (!isRecord(runtime)) {
    return config
  }
  const values = new RuntimeSection(runtime, report, 'mcp')
  values.keep('route', config.route)
  values.keep('dir', config.dir)
  return {
    ...config,
    enabled: values.flag('enabled', config.enabled),
    browserRedirect: values.text('browserRedirect', config.browserRedirect),
    name: values.text('name', config.name),
    version: values.text('version', config.version),
    description: values.text('description', config.description),
    instructions: values.text('instructions', config.instructions),
    security: overrideSecurity(config.security, values.section('security')),
    protocol: values.oneOf('protocol', config.protocol, PROTOCOLS),
    sessions: overrideSessions(config.sessions, values.section('sessions')),
    subscriptions: overrideSubscriptions(config.subscriptions, values.section('subscriptions')),
    maxBodySize: values.positive('maxBodySize', config.maxBodySize),
    maxBatchSize: values.positive('maxBatchSize', config.maxBatchSize),
    requestTimeout: values.notNegative('requestTimeout', config.requestTimeout),
    stateSecret: values.text('stateSecret', undefined),
  }
}

const PROTOCOLS: readonly McpConfig['protocol'][] = ['dual', 'legacy', 'modern']

function overrideSecurity(security: McpSecurityConfig, values: RuntimeSection | undefined): McpSecurityConfig {
  return values
    ? {
        allowedOrigins: values.list('allowedOrigins', security.allowedOrigins),
        allowedHosts: values.list('allowedHosts', security.allowedHosts),
        trustProxy: values.flag('trustProxy', security.trustProxy),
      }
    : security
}

function overrideSessions(sessions: McpSessionsConfig, values: RuntimeSection | undefined): McpSessionsConfig {
  if (!values) {
    return sessions
  }
  const enabled = values.flag('enabled', sessions.enabled)
  // What serves sessions is not there.
  if (enabled && !sessions.enabled) {
    values.ignore('enabled', 'the build left sessions out', 'false')
  }
  values.keep('retryInterval', sessions.retryInterval)
  return {
    ...sessions,
    enabled: enabled && sessions.enabled,
    maxDuration: values.positive('maxDuration', sessions.maxDuration),
    maxSessions: values.positive('maxSessions', sessions.maxSessions),
    maxParallelRequests: values.positive('maxParallelRequests', sessions.maxParallelRequests),
    ...(sessions.bus ? { bus: overrideBus(sessions.bus, values.section('bus')) } : {}),
  }
}

// Streams that the build left out cannot be switched on: nothing would come over them.
function overrideSubscriptions(subscriptions: McpSubscriptionsConfig, values: RuntimeSection | undefined): McpSubscriptionsConfig {
  if (!values) {
    return subscriptions
  }
  const enabled = values.flag('enabled', subscriptions.enabled)
  if (enabled && !subscriptions.enabled) {
    values.ignore('enabled', 'the build left streams out', 'false')
  }
  return {
    enabled: enabled && subscriptions.enabled,
    maxStreams: values.positive('maxStreams', subscriptions.maxStreams),
    maxStreamsPerCaller: values.positive('maxStreamsPerCaller', subscriptions.maxStreamsPerCaller),
    maxResources: values.positive('maxResources', subscriptions.maxResources),
  }
}

function overrideBus(bus: McpSessionBusConfig, values: RuntimeSection | undefined): McpSessionBusConfig {
  return values ? { ...bus, url: values.text('url', bus.url), channel: values.text('channel', bus.channel) } : bus
}

function warnOnce(problem: string): void {
  reportOnce('warn', problem)
}
