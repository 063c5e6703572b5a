import type { McpConfig } from '../../runtime/types/config'
import { BANNER } from './ids'

/** Source of `config.mjs`. */
export function renderConfig(config: McpConfig): string {
  return `${BANNER}\nexport default ${JSON.stringify(config, null, 2)}\n`
}
