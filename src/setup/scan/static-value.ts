import type { Argument, Expression, ObjectExpression, Program, SpreadElement } from 'oxc-parser'

/** A value that only running the file would tell. */
export const UNKNOWN = Symbol('unknown')

export type StaticValue = string | number | boolean | null | undefined | typeof UNKNOWN

/** What the names of a module stand for, as far as its own source says. */
export interface ModuleBindings {
  /** Top-level `const` initialisers; `let` and `var` may change and are left out. */
  constants: ReadonlyMap<string, Expression>
  /** Every value that is declared at top level or imported. */
  declared: ReadonlyMap<string, 'import' | 'variable' | 'function'>
  imports: ReadonlyMap<string, { from: string, name: string }>
}

export function collectBindings(program: Program): ModuleBindings {
  const constants = new Map<string, Expression>()
  const declared = new Map<string, 'import' | 'variable' | 'function'>()
  const imports = new Map<string, { from: string, name: string }>()
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers) {
        declared.set(specifier.local.name, 'import')
        imports.set(specifier.local.name, { from: statement.source.value, name: toImportedName(specifier) })
      }
      continue
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id, init } of declaration.declarations) {
        if (id.type !== 'Identifier') continue
        declared.set(id.name, 'variable')
        if (init && declaration.kind === 'const') constants.set(id.name, init)
      }
    }
    else if ((declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration') && declaration.id) {
      declared.set(declaration.id.name, 'function')
    }
  }
  return { constants, declared, imports }
}

/** Looks through parentheses, type assertions and names of constants. */
export function resolveExpression(expression: Expression | Argument, bindings: ModuleBindings): Expression | SpreadElement {
  let current: Expression | SpreadElement = expression
  // A constant can refer to itself in broken code; a chain of real ones is never this long.
  for (let step = 0; step < 50; step++) {
    switch (current.type) {
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'TSInstantiationExpression':
        current = current.expression
        break
      case 'Identifier': {
        const constant = bindings.constants.get(current.name)
        if (!constant) return current
        current = constant
        break
      }
      default:
        return current
    }
  }
  return current
}

export function toStaticValue(expression: Expression | Argument, bindings: ModuleBindings): StaticValue {
  const value = resolveExpression(expression, bindings)
  if (value.type === 'Literal') {
    const literal = value.value
    return typeof literal === 'bigint' || literal instanceof RegExp ? UNKNOWN : literal
  }
  if (value.type === 'TemplateLiteral' && value.expressions.length === 0) return value.quasis[0]?.value.cooked ?? UNKNOWN
  if (value.type === 'UnaryExpression' && value.operator === 'void') return undefined
  if (value.type === 'UnaryExpression' && value.operator === '-') {
    const operand = toStaticValue(value.argument, bindings)
    return typeof operand === 'number' ? -operand : UNKNOWN
  }
  if (value.type === 'Identifier' && value.name === 'undefined' && !bindings.declared.has('undefined')) return undefined
  return UNKNOWN
}

/** Keys of an object literal. `open` is true when a spread or a computed key may add others. */
export interface ObjectShape {
  open: boolean
  values: ReadonlyMap<string, Expression>
}

export function toObjectShape(object: ObjectExpression): ObjectShape {
  const values = new Map<string, Expression>()
  let open = false
  for (const property of object.properties) {
    if (property.type === 'SpreadElement') {
      // What stands before a spread may be overwritten by it.
      values.clear()
      open = true
      continue
    }
    const key = toKey(property.key)
    if (key === undefined || property.computed) open = true
    else values.set(key, property.value)
  }
  return { open, values }
}

function toKey(key: { type: string, name?: unknown, value?: unknown }): string | undefined {
  if (key.type === 'Identifier' && typeof key.name === 'string') return key.name
  return key.type === 'Literal' ? String(key.value) : undefined
}

function toImportedName(specifier: { type: string, imported?: { type: string, name?: string, value?: string } }): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default'
  if (specifier.type === 'ImportNamespaceSpecifier') return '*'
  return specifier.imported?.name ?? specifier.imported?.value ?? '*'
}
