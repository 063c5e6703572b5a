import { reportOnce } from '../observability/log'

/** The names of the application's handlers; `undefined` until the first MCP request loads them. */
let known: ReadonlySet<string> | undefined

/** Makes the names of the application's handlers known to code that is called from anywhere. */
export function setHandlerNames(names: Iterable<string>): void {
  known = new Set(names)
}

/** Tells once of a handler that there is not. Before the first MCP request nobody knows, and nobody listens. */
export function reportUnknownHandler(name: string, caller: string): void {
  if (known && !known.has(name)) {
    reportOnce('warn', `\`${caller}\` names the handler \`${name}\`, which there is not, so nobody is told. ${known.size > 0 ? `Handlers: ${[...known].map(handler => `\`${handler}\``).join(', ')}.` : 'There are no handlers: leave it out to mean every endpoint.'}`)
  }
}
