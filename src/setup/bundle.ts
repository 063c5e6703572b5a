import { transform } from 'esbuild'
import { normalize } from 'pathe'
import type { SetupContext } from './context'
import { addRollupPlugins, inlineInServer } from './nitro'

/**
 * Packages that go into the server's own files. As packages beside it they would be copied whole: several times the
 * bytes, and hundreds of files to find and read at a cold start.
 */
const INLINED = [
  '@cfworker/json-schema',
  '@modelcontextprotocol/sdk',
  'consola',
  'iron-webcrypto',
  'mrmime',
  'ms',
  'negotiator',
  'ohash',
  'scule',
  'ufo',
  'uri-template-router',
  'zod',
  'zod-to-json-schema',
]

const INSIDE_INLINED = INLINED.map(name => new RegExp(`[\\\\/]node_modules[\\\\/]${name.replace('/', '[\\\\/]')}[\\\\/]`))

/** Rollup's plugins, as far as they are used here. */
interface ResolvingPlugin {
  name: string
  resolveId: (this: { resolve: (source: string) => Promise<unknown> }, source: string, importer: string | undefined) => Promise<unknown> | undefined
}
interface TransformingPlugin {
  name: string
  transform: (code: string, id: string) => Promise<{ code: string, map: string } | undefined>
}

/** Puts what the endpoints need into the production server, as small as it can be. */
export function setupBundle(ctx: SetupContext): void {
  const { nuxt, resolver } = ctx
  // In development nothing is to be gained, and every rebuild would read the packages again.
  if (nuxt.options.dev) return
  inlineInServer(ctx, [...INLINED, ...INSIDE_INLINED])
  nuxt.hook('nitro:config', nitroConfig => addRollupPlugins(nitroConfig, [
    createValidatorPlugin(resolver.resolve('./runtime/server/register/json-schema-validator')),
    createCompactPlugin(resolver.resolve('./runtime')),
  ]))
}

/**
 * The SDK's `Server` imports Ajv for servers that name no validator of their own, which all of the module's do. Those
 * of the application get the SDK's other one, which runs on every platform. Whoever imports Ajv's provider still has it.
 */
export function createValidatorPlugin(replacement: string): ResolvingPlugin {
  return {
    name: 'mcp-toolkit:validator',
    resolveId(source, importer) {
      const isDefault = source.endsWith('/validation/ajv-provider.js') && importer && SDK_SERVER.test(normalize(importer))
      return isDefault ? this.resolve(replacement) : undefined
    },
  }
}

const SDK_SERVER = /\/@modelcontextprotocol\/sdk\/dist\/esm\/server\/index\.js$/

/**
 * Takes comments and white space out of the packages and of the module itself: a third of their bytes, although the
 * marks of pure calls go too, by which Rollup would find a few more things that nobody needs. It would also complain
 * about comments of Zod's that it cannot read.
 *
 * @param runtime folder of the module's own run-time files
 */
export function createCompactPlugin(runtime: string): TransformingPlugin {
  return {
    name: 'mcp-toolkit:compact',
    async transform(code, id) {
      const isOurs = normalize(id).startsWith(`${runtime}/`)
      if (!SCRIPT.test(id) || !(isOurs || INSIDE_INLINED.some(pattern => pattern.test(id)))) return undefined
      const { code: compact, map } = await transform(code, { minifyWhitespace: true, legalComments: 'inline', sourcemap: 'external', sourcefile: id })
      return { code: compact, map }
    },
  }
}

const SCRIPT = /\.[cm]?js$/
