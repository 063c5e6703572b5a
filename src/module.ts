import { createResolver, defineNuxtModule } from '@nuxt/kit'
import { consola } from 'consola'
import type { ModuleOptions } from './options'
import { resolveOptions } from './options'
import type { McpDefinitionPaths } from './runtime/types/definition-paths'
import { setupBundle } from './setup/bundle'
import type { SetupContext } from './setup/context'
import { setupDefinitions, setupModules } from './setup/definitions'
import { setupEvlog } from './setup/evlog'
import { setupImports } from './setup/imports'
import { setupNitro } from './setup/nitro'
import { assertNoProblems } from './setup/report'
import { readPackageName } from './setup/package-name'
import { setupRuntimeConfig } from './setup/runtime-config'
import { setupSessions } from './setup/sessions'
import { setupSubscriptions } from './setup/subscriptions'
import { setupTypes } from './setup/types'

export type { McpAppsOptions, McpHeaderValue, McpInspectorConfig, McpReplayOptions, McpSecurityOptions, McpSessionBusOptions, McpSessionsOptions, McpSubscriptionsOptions, ModuleOptions } from './options'
export type { McpDefinitionPaths } from './runtime/types/definition-paths'
// By name: the module builder turns `export type *` into `export *`, whose values this entry does not have.
export type {
  Annotations, CallToolResult, ElicitationFormParams, ElicitationFormResult, ElicitationMode, ElicitationOptions,
  ElicitationTimeout, ElicitationUrlParams, ElicitationUrlResult, FileMcpResourceDefinition, GetPromptResult,
  ListMcpDefinitionsOptions, McpAuthInfo, McpAuthOptions, McpCache, McpCacheHint, McpCacheOptions, McpCacheScope, McpClientNotifier, McpDefinitionsSummary,
  McpDynamicDefinitions, McpElicitation, McpEnabled, McpHandlerDefinition, McpHandlerOptions, McpIcon,
  McpListName, McpLogger, McpMiddleware, McpPromptCallback, McpPromptCallbackResult, McpPromptDefinition,
  McpPromptDefinitionListItem, McpPromptExtra, McpPromptHandle, McpPromptPatch, McpPromptSummary,
  McpRequestExtra, McpRequestLogger, McpResolvedConfig, McpResourceAnnotations, McpResourceCache,
  McpResourceCacheOptions, McpResourceCallbackResult, McpResourceDefinition, McpResourceDefinitionListItem,
  McpResourceExtra, McpResourceHandle, McpResourceMetadata, McpResourcePatch, McpResourceSummary,
  McpResourceTemplateHandle, McpResourceTemplatePatch, McpSchema, McpServerHelper, McpServerPromptConfig,
  McpServerToolConfig, McpSessionFields, McpSessionStore, McpToolAnnotations, McpToolCache,
  McpToolCacheOptions, McpToolCallback, McpToolCallbackResult, McpToolDefinition, McpToolDefinitionListItem,
  McpToolExtra, McpToolHandle, McpToolPatch, McpToolSummary, McpUserFields, McpVerifiedToken, MsCacheDuration,
  ReadResourceResult, Resource, SchemaInput, SchemaOutput, ServerNotification, ServerRequest,
  StandardMcpResourceDefinition, ToolAnnotations,
} from './runtime/server/index'

export interface ModuleHooks {
  /** Called before each scan with the folders that will be scanned; change the object in place. */
  'mcp:definitions:paths': (paths: McpDefinitionPaths) => void | Promise<void>
}

export default defineNuxtModule<ModuleOptions>({
  meta: {
    name: '@nuxtjs/mcp-toolkit',
    configKey: 'mcp',
    compatibility: { nuxt: '>=3.17.0' },
  },
  setup(options, nuxt) {
    const log = consola.withTag('@nuxtjs/mcp-toolkit')
    const resolved = resolveOptions(options, { packageName: readPackageName(nuxt.options.rootDir) })
    for (const warning of resolved.warnings) log.warn(warning)

    const isStatic = Boolean(nuxt.options.nitro.static || ('_generate' in nuxt.options && nuxt.options._generate))
    const isActive = resolved.config.enabled && !isStatic
    const { build, problems } = resolved
    const config = { ...resolved.config, enabled: isActive }
    const ctx: SetupContext = { nuxt, config, build, problems, resolver: createResolver(import.meta.url), log }

    // What app code may mention has to exist even when there is no endpoint.
    setupTypes(ctx)
    setupImports(ctx)
    setupRuntimeConfig(ctx)
    const state = setupModules(ctx)
    setupNitro(ctx, () => state.scan)

    if (resolved.config.enabled && isStatic) {
      log.warn('The MCP server needs a running server, so a statically generated site has none.')
    }
    if (!isActive) {
      assertNoProblems(problems)
      return
    }
    setupBundle(ctx)
    setupSessions(ctx)
    setupSubscriptions(ctx)
    setupDefinitions(ctx, state)
    setupEvlog(ctx)
  },
})
