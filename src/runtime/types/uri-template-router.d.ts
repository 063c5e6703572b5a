// The package ships no types.
declare module 'uri-template-router' {
  export interface Result {
    params: Record<string, string | string[]>
  }
  export class Router {
    addTemplate(template: string, options?: object, matchValue?: unknown): unknown
    resolveURI(uri: string): Result | undefined
  }
}
