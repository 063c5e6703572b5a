import type { SetupContext } from './context'
import type { HandlerSource } from './scan/handlers'

/** A path that the server answers, below `app.baseURL`, and the Nitro entry file that does. */
export interface McpRoute {
  route: string
  handler: string
  /** Loaded with its first request: pages should not wait for it when the server starts. */
  lazy: true
}

/** The routes for all HTTP methods. Every endpoint has one entry file; it tells them apart by the matched route. */
export function listRoutes({ config, resolver }: SetupContext, handlers: HandlerSource[]): McpRoute[] {
  const handler = resolver.resolve('./runtime/server/routes/mcp')
  return [config, ...handlers].map(({ route }): McpRoute => ({ route, handler, lazy: true }))
}

/** Replaces the module's routes in a list of Nitro handlers, in place. */
export function replaceRoutes(list: { route?: string, handler: string }[], previous: McpRoute[], next: McpRoute[]): void {
  const isOurs = (entry: { route?: string, handler: string }) =>
    previous.some(({ route, handler }) => entry.route === route && entry.handler === handler)
  list.splice(0, list.length, ...list.filter(entry => !isOurs(entry)), ...next)
}

/** One sentence for every page that an endpoint hides, because both have the same path. */
export function findHiddenPages(routes: McpRoute[], pages: { path: string, file?: string }[]): string[] {
  return pages.filter(page => routes.some(({ route }) => route === page.path))
    .map(({ path, file }) => `The page \`${file ?? path}\` cannot be reached: \`${path}\` is an MCP endpoint. Move the page, or give the endpoint another \`route\`.`)
}
