import type { CallExpression, ExportDefaultDeclarationKind, Expression, ModuleExportName, Program, SpreadElement } from 'oxc-parser'
import { parseSync } from 'oxc-parser'
import { walk } from 'oxc-walker'
import type { DefinitionFields } from './fields'
import { readFields } from './fields'
import type { ModuleBindings } from './static-value'
import { collectBindings, resolveExpression, toStaticValue, UNKNOWN } from './static-value'

export type DefinitionKind = 'tool' | 'resource' | 'prompt'
export type DefinerKind = DefinitionKind | 'handler'

/** An export that is, or may be, a definition. */
export interface AnalysedExport {
  /** `default`, or the exported name. */
  exportName: string
  /** False when only running the file can tell. */
  sure: boolean
  /** Which `defineMcp*` function made it, when one did. */
  definer?: DefinerKind
  /** What stands there instead of a definition: `null`, `a string`, `a function`. */
  invalid?: string
  /** What is written in the definition; absent when nothing is known. */
  fields?: DefinitionFields
}

/** What a file's source says without running it. */
export interface ModuleAnalysis {
  hasDefault: boolean
  exports: AnalysedExport[]
  /** Literal `file` of every `defineMcpResource()` call, exported or not. */
  resourceFiles: string[]
}

const DEFINERS: Readonly<Record<string, DefinerKind>> = {
  defineMcpTool: 'tool',
  defineMcpResource: 'resource',
  defineMcpPrompt: 'prompt',
  defineMcpHandler: 'handler',
}

/** Packages whose functions make no definitions; others may wrap `defineMcp*`. */
const FOREIGN_SOURCE = /^(?:node:|zod(?:\/|$)|h3$|ufo$|@nuxtjs\/mcp-toolkit(?:\/|$))/

/** Reads what a file exports from its source. */
export function analyseModule(path: string, code: string): ModuleAnalysis {
  const { program, errors } = parseSync(path, code, { sourceType: 'module' })
  // Nitro reports a syntax error with its place; here the file only must not be mistaken for a helper.
  if (errors.some(error => error.severity === 'Error')) {
    return { hasDefault: true, exports: [{ exportName: 'default', sure: false }], resourceFiles: [] }
  }
  const bindings = collectBindings(program)
  const exports = collectExports(program, bindings)
  return {
    hasDefault: exports.some(entry => entry.exportName === 'default'),
    exports,
    resourceFiles: collectResourceFiles(program, bindings),
  }
}

function collectExports(program: Program, bindings: ModuleBindings): AnalysedExport[] {
  return program.body.flatMap((statement): AnalysedExport[] => {
    if (statement.type === 'ExportDefaultDeclaration') return analyseDefault(statement.declaration, bindings)
    if (statement.type === 'ExportAllDeclaration') {
      // `export * as tools` makes one namespace object, which is no definition.
      return statement.exportKind === 'type' || statement.exported ? [] : [{ exportName: '*', sure: false }]
    }
    if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') return []
    if (statement.declaration?.type === 'VariableDeclaration') {
      return statement.declaration.declarations.flatMap(({ id, init }) => {
        if (id.type !== 'Identifier') return [{ exportName: '*', sure: false }]
        return init ? analyseNamed(id.name, init, bindings) : []
      })
    }
    return statement.specifiers.flatMap((specifier): AnalysedExport[] => {
      if (specifier.exportKind === 'type') return []
      const exportName = toName(specifier.exported)
      if (statement.source) return [{ exportName, sure: false }]
      const local = toName(specifier.local)
      const constant = bindings.constants.get(local)
      if (constant) return exportName === 'default' ? [analyseValue(exportName, constant, bindings)] : analyseNamed(exportName, constant, bindings)
      const declared = bindings.declared.get(local)
      if (exportName === 'default') return [{ exportName, sure: false }]
      return declared === 'import' || declared === 'variable' ? [{ exportName, sure: false }] : []
    })
  })
}

function analyseDefault(declaration: ExportDefaultDeclarationKind, bindings: ModuleBindings): AnalysedExport[] {
  switch (declaration.type) {
    case 'TSInterfaceDeclaration':
      return []
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'TSEmptyBodyFunctionExpression':
      return [{ exportName: 'default', sure: true, invalid: 'a function' }]
    case 'ClassDeclaration':
      return [{ exportName: 'default', sure: true, invalid: 'a class' }]
    default:
      return [analyseValue('default', declaration, bindings)]
  }
}

/** A named export counts only when a define function made it, or when it may have. */
function analyseNamed(exportName: string, init: Expression, bindings: ModuleBindings): AnalysedExport[] {
  const value = resolveExpression(init, bindings)
  switch (value.type) {
    case 'CallExpression':
      return findDefiner(value, bindings) || !isForeignCall(value, bindings) ? [analyseValue(exportName, value, bindings)] : []
    case 'Identifier':
      return bindings.declared.get(value.name) === 'import' ? [{ exportName, sure: false }] : []
    case 'MemberExpression':
    case 'AwaitExpression':
    case 'ConditionalExpression':
    case 'LogicalExpression':
    case 'SequenceExpression':
      return [{ exportName, sure: false }]
    default:
      return []
  }
}

function analyseValue(exportName: string, expression: Expression, bindings: ModuleBindings): AnalysedExport {
  const value = resolveExpression(expression, bindings)
  if (value.type === 'CallExpression') {
    const definer = findDefiner(value, bindings)
    if (!definer) return { exportName, sure: false }
    const argument = value.arguments[0] && resolveExpression(value.arguments[0], bindings)
    return argument?.type === 'ObjectExpression'
      ? { exportName, sure: true, definer, fields: readFields(argument, bindings) }
      : { exportName, sure: true, definer }
  }
  if (value.type === 'ObjectExpression') return { exportName, sure: true, fields: readFields(value, bindings) }
  const invalid = describeInvalid(value, bindings)
  return invalid ? { exportName, sure: true, invalid } : { exportName, sure: false }
}

function describeInvalid(value: Expression | SpreadElement, bindings: ModuleBindings): string | undefined {
  switch (value.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return 'a function'
    case 'ClassExpression':
      return 'a class'
    case 'ArrayExpression':
      return 'an array'
    case 'SpreadElement':
      return undefined
  }
  const literal = toStaticValue(value, bindings)
  if (literal === UNKNOWN) return undefined
  return literal === null || literal === undefined ? String(literal) : `a ${typeof literal}`
}

function findDefiner(call: CallExpression, bindings: ModuleBindings): DefinerKind | undefined {
  if (call.callee.type !== 'Identifier') return undefined
  const imported = bindings.imports.get(call.callee.name)
  // A function of the file's own may have the same name.
  if (!imported && bindings.declared.has(call.callee.name)) return undefined
  const name = imported?.name ?? call.callee.name
  return Object.hasOwn(DEFINERS, name) ? DEFINERS[name] : undefined
}

/** A call that certainly makes no definition, such as `z.object()` or `Object.freeze()`. */
function isForeignCall(call: CallExpression, bindings: ModuleBindings): boolean {
  let root: Expression | SpreadElement = call
  for (let step = 0; step < 200; step++) {
    if (root.type === 'CallExpression') root = resolveExpression(root.callee, bindings)
    else if (root.type === 'MemberExpression') root = resolveExpression(root.object, bindings)
    else break
  }
  if (root.type !== 'Identifier') return false
  const imported = bindings.imports.get(root.name)
  if (imported) return FOREIGN_SOURCE.test(imported.from)
  return !bindings.declared.has(root.name) && root.name in globalThis
}

function collectResourceFiles(program: Program, bindings: ModuleBindings): string[] {
  const files = new Set<string>()
  walk(program, {
    enter(node) {
      if (node.type !== 'CallExpression' || findDefiner(node, bindings) !== 'resource') return
      const argument = node.arguments[0] && resolveExpression(node.arguments[0], bindings)
      if (argument?.type !== 'ObjectExpression') return
      const { file } = readFields(argument, bindings)
      if (typeof file === 'string') files.add(file)
    },
  })
  return [...files]
}

function toName(name: ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name
}
