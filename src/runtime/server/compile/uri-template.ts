// The package has no types; who compiles these sources finds ours through this line only.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="../../types/uri-template-router.d.ts" />
import { Router } from 'uri-template-router'
import { lazy } from '../../shared/lazy'
import { DefinitionError } from './definition-error'

export type UriVariables = Record<string, string | string[]>

/** Returns the decoded variables of a URI that the template can expand to, `undefined` for any other. */
export type UriMatcher = (uri: string) => UriVariables | undefined

/** Longest URI that is matched, in characters; the matcher's cost grows with it. */
const MOST_URI_CHARACTERS = 8192

/** An RFC 6570 expression: operator and variable list. */
const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g

/** Operators whose variables a URI can leave out together with their separator. */
const OPTIONAL_OPERATORS = new Set(['#', '.', '/', ';', '?', '&'])

/** Whether a URI string is meant as a template: braces have no place in a URI. */
export function isUriTemplate(uri: string): boolean {
  return /[{}]/.test(uri)
}

/**
 * Makes the matcher of an RFC 6570 template. Its state machine is built on first use.
 *
 * @throws {DefinitionError} when the template cannot be parsed
 */
export function createUriMatcher(template: string): UriMatcher {
  const required = requiredVariables(template)
  const { path, query } = splitQuery(template)
  const router = lazy(() => {
    const router = new Router()
    router.addTemplate(path)
    return router
  })
  return (uri) => {
    if (uri.length > MOST_URI_CHARACTERS) {
      return undefined
    }
    const [beforeQuery = '', search] = query ? uri.split('?', 2) : [uri]
    const params = router().resolveURI(beforeQuery)?.params
    const queryParams = readQuery(search, query)
    // `{id}` can expand to nothing, but a handler that asks for an id does not expect to be called without one.
    return params && queryParams && required.every(name => params[name] !== undefined && params[name] !== '')
      ? { ...params, ...queryParams }
      : undefined
  }
}

// A closing `{?a,b}` may leave out any of its variables, which the state machine knows only all or none of.
function splitQuery(template: string): { path: string, query: ReadonlySet<string> | undefined } {
  const closing = /\{\?([^{}]*)\}$/.exec(template)
  return closing
    ? { path: template.slice(0, closing.index), query: new Set(variableNames(closing[1] ?? '')) }
    : { path: template, query: undefined }
}

function readQuery(search: string | undefined, names: ReadonlySet<string> | undefined): UriVariables | undefined {
  const variables: UriVariables = {}
  const given = new URLSearchParams(search)
  for (const name of new Set(given.keys())) {
    if (!names?.has(name)) {
      return undefined
    }
    const values = given.getAll(name)
    Object.defineProperty(variables, name, { value: values.length > 1 ? values : values[0], enumerable: true })
  }
  return variables
}

function variableNames(list: string): string[] {
  return list.split(',').map(item => item.replace(/\*$|:\d+$/, ''))
}

function requiredVariables(template: string): string[] {
  const expressions = [...template.matchAll(EXPRESSION)]
  if (expressions.length === 0 || template.replace(EXPRESSION, '').match(/[{}]/)) {
    throw new DefinitionError(`\`uri\` \`${template}\` is not a valid RFC 6570 template`)
  }
  const required: string[] = []
  for (const [expression, operator = '', list = ''] of expressions) {
    const names = variableNames(list)
    if (names.some(name => !/^(?:\w|%[0-9A-F]{2})[\w.%]*$/i.test(name))) {
      throw new DefinitionError(`\`uri\` \`${template}\`: \`${expression}\` is not a valid RFC 6570 expression`)
    }
    if (!OPTIONAL_OPERATORS.has(operator)) {
      required.push(...names)
    }
  }
  return required
}
