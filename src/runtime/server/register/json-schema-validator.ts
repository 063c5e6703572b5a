import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/cfworker-provider.js'

/**
 * Checks what clients answer to `elicitInput()` of the SDK's server. The SDK's default, Ajv, keeps every schema that it
 * ever compiled, confuses equal `$id`s, and compiles with `new Function`, which edge platforms forbid.
 */
export const validator = new CfWorkerJsonSchemaValidator()

/** Under the name by which the SDK's `Server` asks for its default; see `setup/bundle.ts`. */
export { CfWorkerJsonSchemaValidator as AjvJsonSchemaValidator }
