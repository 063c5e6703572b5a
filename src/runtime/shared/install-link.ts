import { joinURL, parseURL, stringifyParsedURL, withQuery } from 'ufo'

/** An editor that the install button can link to. */
export type InstallIde = 'cursor' | 'vscode'

const IDE_NAMES: Readonly<Record<InstallIde, string>> = { cursor: 'Cursor', vscode: 'VS Code' }

/** The editor that is meant; Cursor when the value names none. */
export function toInstallIde(value: unknown): InstallIde {
  return value === 'vscode' ? value : 'cursor'
}

/** Text of the button when it is given none. */
export function toInstallLabel(ide: InstallIde): string {
  return `Install MCP in ${IDE_NAMES[ide]}`
}

/**
 * Address of the endpoint's install page for one editor. Keeps a query and a hash of the endpoint where they belong.
 *
 * @param url address of the endpoint, absolute or relative
 * @example toInstallUrl('https://example.com/mcp', { ide: 'cursor' }) // 'https://example.com/mcp/deeplink?ide=cursor'
 */
export function toInstallUrl(url: string, { ide, name }: { ide: InstallIde, name?: string }): string {
  const endpoint = parseURL(url)
  const page = stringifyParsedURL({ ...endpoint, pathname: joinURL(endpoint.pathname || '/', 'deeplink') })
  return withQuery(page, name ? { ide, name } : { ide })
}
