import { addComponent, addServerImports } from '@nuxt/kit'
import type { SetupContext } from './context'

/** Functions and error classes that server code has without an import. */
export const SERVER_IMPORTS = [
  'defineMcpTool',
  'defineMcpResource',
  'defineMcpPrompt',
  'defineMcpHandler',
  'textResult',
  'jsonResult',
  'errorResult',
  'imageResult',
  'audioResult',
  'completable',
  'extractToolNames',
  'useMcpAuth',
  'useMcpServer',
  'useMcpSession',
  'invalidateMcpSession',
  'notifyMcpListChanged',
  'notifyMcpResourceUpdated',
  'listMcpTools',
  'listMcpResources',
  'listMcpPrompts',
  'listMcpDefinitions',
  'getMcpTools',
  'getMcpResources',
  'getMcpPrompts',
  'useMcpElicitation',
  'useMcpLogger',
  'McpElicitationError',
  'McpInputRequiredError',
  'McpObservabilityNotEnabledError',
] as const

/** Types that server code has without an import. */
export const SERVER_TYPE_IMPORTS = ['McpRequestExtra', 'McpToolExtra', 'McpPromptExtra', 'McpResourceExtra'] as const

/** Auto-imports and the component; all of them or none. */
export function setupImports({ build, resolver }: SetupContext): void {
  if (!build.autoImports) return
  const from = resolver.resolve('./runtime/server/index')
  addServerImports([
    ...SERVER_IMPORTS.map(name => ({ name, from })),
    ...SERVER_TYPE_IMPORTS.map(name => ({ name, from, type: true })),
  ])
  addComponent({ name: 'InstallButton', filePath: resolver.resolve('./runtime/components/InstallButton.vue') })
}
