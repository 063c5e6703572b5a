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

/** Whether a URI string has a template expression in it. */
export function isUriTemplate(uri: string): boolean {
  return /\{[^{}]*\}/.test(uri)
}

/**
 * Makes the matcher of an RFC 6570 template. Its state machine is built on first use.
 *
 * @throws {DefinitionError} when the template cannot be parsed
 */
export function createUriMatcher(template: string): UriMatcher {
  const required = requiredVariables(template)
  const router = lazy(() => {
    const router = new Router()
    router.addTemplate(template)
    return router
  })
  return (uri) => {
    if (uri.length > MOST_URI_CHARACTERS) {
      return undefined
    }
    const params = router().resolveURI(uri)?.params
    // `{id}` can expand to nothing, but a handler that asks for an id does not expect to be called without one.
    return params && required.every(name => params[name] !== undefined && params[name] !== '') ? { ...params } : undefined
  }
}

function requiredVariables(template: string): string[] {
  const expressions = [...template.matchAll(EXPRESSION)]
  if (expressions.length === 0 || template.replace(EXPRESSION, '').match(/[{}]/)) {
    throw new DefinitionError(`\`uri\` \`${template}\` is not a valid RFC 6570 template`)
  }
  const required: string[] = []
  for (const [expression, operator = '', list = ''] of expressions) {
    const names = list.split(',').map(item => item.replace(/\*$|:\d+$/, ''))
    if (names.some(name => !/^(?:\w|%[0-9A-F]{2})[\w.%]*$/i.test(name))) {
      throw new DefinitionError(`\`uri\` \`${template}\`: \`${expression}\` is not a valid RFC 6570 expression`)
    }
    if (!OPTIONAL_OPERATORS.has(operator)) {
      required.push(...names)
    }
  }
  return required
}
