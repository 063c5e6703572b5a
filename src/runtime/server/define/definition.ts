import type { H3Event } from 'h3'

/** Whether a definition is visible to a request: a constant, or a guard that is asked once per request. */
export type McpEnabled = boolean | ((event: H3Event) => boolean | Promise<boolean>)

/** The fields that tools, resources and prompts share. */
export interface McpDefinitionBase {
  /**
   * Unique name. Clients address the definition by it.
   *
   * @default the file name in kebab-case: `list-docs` for `listDocs.ts`
   */
  name?: string
  /**
   * Name for people.
   *
   * @default the file name in title case: `List Docs` for `listDocs.ts`
   */
  title?: string
  /** What it does, for the model. */
  description?: string
  /**
   * Functional group, sent as `_meta.group`.
   *
   * @default the folder below `tools/`, `resources/` or `prompts/`
   */
  group?: string
  /** Labels, sent as `_meta.tags`. */
  tags?: string[]
  /** More metadata for the wire. `group` and `tags` of the definition win over keys of the same name. */
  _meta?: Record<string, unknown>
  /**
   * Hides the definition from lists and calls when false. A guard runs after middleware, at most once per
   * request; one that throws hides the definition and is logged.
   *
   * @default true
   */
  enabled?: McpEnabled
  /**
   * OAuth scopes that using the definition takes. A caller whose token lacks one is answered with 403
   * `insufficient_scope`. Lists are not affected. The endpoint needs `auth`; without it nobody has any scope.
   */
  scopes?: string[]
}
