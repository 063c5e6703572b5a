import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { resolve } from 'pathe'
import { describe, expect, it } from 'vitest'

// The public names. A change here is a change of the API: it needs a line in CHANGELOG.md.

describe('public surface (options-dx R17–R20)', () => {
  it('of the package entry', () => {
    expect(exportsOf('src/module.ts')).toMatchInlineSnapshot(`
      {
        "types": [
          "Annotations",
          "CallToolResult",
          "FileMcpResourceDefinition",
          "GetPromptResult",
          "ListMcpDefinitionsOptions",
          "McpAppsOptions",
          "McpCache",
          "McpCacheOptions",
          "McpDefinitionPaths",
          "McpDefinitionsSummary",
          "McpDynamicDefinitions",
          "McpEnabled",
          "McpHandlerDefinition",
          "McpHandlerOptions",
          "McpHeaderValue",
          "McpIcon",
          "McpInspectorConfig",
          "McpMiddleware",
          "McpPromptCallback",
          "McpPromptCallbackResult",
          "McpPromptDefinition",
          "McpPromptDefinitionListItem",
          "McpPromptExtra",
          "McpPromptSummary",
          "McpRequestExtra",
          "McpResolvedConfig",
          "McpResourceAnnotations",
          "McpResourceCache",
          "McpResourceCacheOptions",
          "McpResourceCallbackResult",
          "McpResourceDefinition",
          "McpResourceDefinitionListItem",
          "McpResourceExtra",
          "McpResourceMetadata",
          "McpResourceSummary",
          "McpSchema",
          "McpSecurityOptions",
          "McpSessionsOptions",
          "McpToolAnnotations",
          "McpToolCache",
          "McpToolCacheOptions",
          "McpToolCallback",
          "McpToolCallbackResult",
          "McpToolDefinition",
          "McpToolDefinitionListItem",
          "McpToolExtra",
          "McpToolSummary",
          "ModuleHooks",
          "ModuleOptions",
          "MsCacheDuration",
          "ReadResourceResult",
          "Resource",
          "SchemaInput",
          "SchemaOutput",
          "ServerNotification",
          "ServerRequest",
          "StandardMcpResourceDefinition",
          "ToolAnnotations",
        ],
        "values": [
          "default",
        ],
      }
    `)
  })

  it('of ./server', () => {
    expect(exportsOf('src/runtime/server/index.ts')).toMatchInlineSnapshot(`
      {
        "types": [
          "Annotations",
          "CallToolResult",
          "FileMcpResourceDefinition",
          "GetPromptResult",
          "ListMcpDefinitionsOptions",
          "McpCache",
          "McpCacheOptions",
          "McpDefinitionsSummary",
          "McpDynamicDefinitions",
          "McpEnabled",
          "McpHandlerDefinition",
          "McpHandlerOptions",
          "McpIcon",
          "McpMiddleware",
          "McpPromptCallback",
          "McpPromptCallbackResult",
          "McpPromptDefinition",
          "McpPromptDefinitionListItem",
          "McpPromptExtra",
          "McpPromptSummary",
          "McpRequestExtra",
          "McpResolvedConfig",
          "McpResourceAnnotations",
          "McpResourceCache",
          "McpResourceCacheOptions",
          "McpResourceCallbackResult",
          "McpResourceDefinition",
          "McpResourceDefinitionListItem",
          "McpResourceExtra",
          "McpResourceMetadata",
          "McpResourceSummary",
          "McpSchema",
          "McpToolAnnotations",
          "McpToolCache",
          "McpToolCacheOptions",
          "McpToolCallback",
          "McpToolCallbackResult",
          "McpToolDefinition",
          "McpToolDefinitionListItem",
          "McpToolExtra",
          "McpToolSummary",
          "MsCacheDuration",
          "ReadResourceResult",
          "Resource",
          "SchemaInput",
          "SchemaOutput",
          "ServerNotification",
          "ServerRequest",
          "StandardMcpResourceDefinition",
          "ToolAnnotations",
        ],
        "values": [
          "audioResult",
          "completable",
          "defineMcpHandler",
          "defineMcpPrompt",
          "defineMcpResource",
          "defineMcpTool",
          "errorResult",
          "extractToolNames",
          "getMcpPrompts",
          "getMcpResources",
          "getMcpTools",
          "getSdkServer",
          "imageResult",
          "jsonResult",
          "listMcpDefinitions",
          "listMcpPrompts",
          "listMcpResources",
          "listMcpTools",
          "textResult",
        ],
      }
    `)
  })

  it('of ./app', () => {
    expect(exportsOf('src/runtime/apps/index.ts')).toMatchInlineSnapshot(`
      {
        "types": [],
        "values": [],
      }
    `)
  })
})

function exportsOf(file: string): { values: string[], types: string[] } {
  const path = resolve(import.meta.dirname, '../..', file)
  const entries = parseSync(path, readFileSync(path, 'utf8')).module.staticExports.flatMap(({ entries }) => entries)
  const names = (isType: boolean) => entries
    .filter(entry => entry.isType === isType)
    .map(entry => entry.exportName.name ?? (entry.exportName.kind === 'Default' ? 'default' : '*'))
    .sort()
  return { values: names(false), types: names(true) }
}
