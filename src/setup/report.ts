import { join, relative } from 'pathe'
import type { SetupContext } from './context'
import type { DefinitionFile } from './scan/definitions'
import type { DefinitionKind } from './scan/exports'
import type { ProjectScan } from './scan/project'

/** What stops the build, what does not, and what is only good to know. */
export type Reported = Pick<ProjectScan, 'errors' | 'warnings' | 'infos'>

/** The non-empty kinds: `1 tool, 2 prompts, 1 handler`. Empty when there is nothing to serve. */
export function summarize(scan: Pick<ProjectScan, 'definitions' | 'handlers' | 'defaultHandler'>): string {
  const handlers = scan.handlers.length + (scan.defaultHandler ? 1 : 0)
  return [
    count(countDefinitions(scan.definitions, 'tool'), 'tool'),
    count(countDefinitions(scan.definitions, 'resource'), 'resource'),
    count(countDefinitions(scan.definitions, 'prompt'), 'prompt'),
    count(handlers, 'handler'),
  ].filter(part => part !== '').join(', ')
}

/**
 * Prints what a scan found wrong. Errors stop a build, are logged in dev, where the definitions are left out,
 * and are warnings for `nuxt prepare`, which must be able to write types for code that is not finished.
 */
export function reportScan({ nuxt, log, problems }: SetupContext, scan: ProjectScan, before?: Reported): void {
  for (const warning of onlyNew(scan.warnings, before?.warnings)) log.warn(warning)
  for (const info of onlyNew(scan.infos, before?.infos)) log.info(info)
  assertNoProblems(problems, scan.errors)
  if (!onlyNew(scan.errors, before?.errors).length) return

  const message = toErrorMessage([], scan.errors)
  if (nuxt.options._prepare) log.warn(message)
  else if (nuxt.options.dev) log.error(`${message}\nWhat they define is left out until they are fixed.`)
  else throw new Error(message)
}

/**
 * Nothing works with options that cannot be used, so they always stop Nuxt. What is wrong with definitions is told
 * along with them.
 *
 * @throws {Error} one message with everything
 */
export function assertNoProblems(options: string[], definitions: string[] = []): void {
  if (options.length) throw new Error(toErrorMessage(options, definitions))
}

/** Tells which folder is empty when nothing was found. */
export function reportEmpty({ nuxt, config, log }: SetupContext, scan: ProjectScan): void {
  // What an error left out is reported as such, and who only prepares types may be about to write the first file.
  if (summarize(scan) !== '' || scan.errors.length || nuxt.options._prepare) return
  const folder = relative(nuxt.options.rootDir, join(nuxt.options.serverDir, config.dir))
  log.warn(`No MCP definitions found. Create files in \`${folder}/tools/\`, \`${folder}/resources/\` or \`${folder}/prompts/\`.`)
}

/** Prints the route and what it serves once the dev server listens. */
export function setupSummary({ nuxt, config, log }: SetupContext, getScan: () => ProjectScan): void {
  nuxt.hook('listen', () => {
    const summary = summarize(getScan())
    if (summary) log.success(`\`${config.route}\` enabled with ${summary}`)
  })
}

export function toErrorMessage(options: string[], definitions: string[]): string {
  const places = [...(options.length ? ['`mcp` options of the Nuxt configuration'] : []), ...(definitions.length ? ['MCP definitions'] : [])]
  const errors = [...options, ...definitions]
  return `${errors.length === 1 ? 'A problem' : `${errors.length} problems`} in the ${places.join(' and the ')}:\n${errors.map(error => `- ${error}`).join('\n')}`
}

function countDefinitions(files: DefinitionFile[], kind: DefinitionKind): number {
  return files.filter(file => file.kind === kind).reduce((total, { exports, skip }) => {
    const certain = exports.filter(entry => entry.exportName === 'default' || entry.sure)
    // How many a file makes by its own functions is known only when it runs; it is there for at least one.
    if (!certain.length) return total + 1
    return total + certain.filter(entry => entry.name === undefined || !skip.includes(entry.name)).length
  }, 0)
}

function count(number: number, noun: string): string {
  return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`
}

function onlyNew(messages: string[], before: string[] = []): string[] {
  return messages.filter(message => !before.includes(message))
}
