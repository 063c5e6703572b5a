import type { CompiledDefinition } from '../compile/compiled'
import type { McpDefinitionBase } from '../define/definition'

/** One definition of a session, which may come, go and change while the session lasts. */
export interface LiveEntry<C extends CompiledDefinition> {
  compiled: C
  enabled: boolean
}

export interface LiveRegistryOptions<D extends McpDefinitionBase, C extends CompiledDefinition> {
  /** `Tool`, `Prompt`, `Resource` or `Resource template`, for errors. */
  label: string
  /** What the session started with. */
  base: readonly C[]
  /** What must be unique: the name, or the URI. */
  keyOf: (compiled: C) => string
  compile: (definition: D) => C
  onChange: () => void
}

/** The definitions of one kind that a session has now. */
export class LiveRegistry<D extends McpDefinitionBase, C extends CompiledDefinition> {
  private readonly entries: Map<string, LiveEntry<C>>

  constructor(private readonly options: LiveRegistryOptions<D, C>) {
    this.entries = new Map(options.base.map(compiled => [options.keyOf(compiled), { compiled, enabled: true }]))
  }

  /** The enabled definitions, in the order in which they came. */
  list(): C[] {
    return [...this.entries.values()].filter(({ enabled }) => enabled).map(({ compiled }) => compiled)
  }

  isDisabled(key: string): boolean {
    return this.entries.get(key)?.enabled === false
  }

  /**
   * Adds a definition.
   *
   * @throws {Error} when its key is taken, `DefinitionError` when it cannot be served
   */
  add(definition: D): LiveEntry<C> {
    const entry = { compiled: this.options.compile(definition), enabled: true }
    this.place(entry)
    this.options.onChange()
    return entry
  }

  /** Puts a changed definition in the place of an entry. Entries that were removed stay removed. */
  change(entry: LiveEntry<C>, definition: D | undefined, enabled: boolean): void {
    if (!this.contains(entry)) {
      return
    }
    const compiled = definition ? this.options.compile(definition) : entry.compiled
    const key = this.options.keyOf(compiled)
    if (key === this.options.keyOf(entry.compiled)) {
      Object.assign(entry, { compiled, enabled })
    }
    else {
      this.assertFree(key)
      this.entries.delete(this.options.keyOf(entry.compiled))
      this.place(Object.assign(entry, { compiled, enabled }))
    }
    this.options.onChange()
  }

  /** Removes an entry; false when it was not there any more. */
  remove(entry: LiveEntry<C>): boolean {
    const removed = this.contains(entry) && this.entries.delete(this.options.keyOf(entry.compiled))
    if (removed) {
      this.options.onChange()
    }
    return removed
  }

  /** Removes what has this name, or this key, now; false when nothing has. */
  removeNamed(name: string): boolean {
    const matching = [...this.entries].filter(([key, { compiled }]) => compiled.name === name || key === name)
    for (const [, entry] of matching) {
      this.remove(entry)
    }
    return matching.length > 0
  }

  private contains(entry: LiveEntry<C>): boolean {
    return this.entries.get(this.options.keyOf(entry.compiled)) === entry
  }

  private place(entry: LiveEntry<C>): void {
    const key = this.options.keyOf(entry.compiled)
    this.assertFree(key)
    this.entries.set(key, entry)
  }

  private assertFree(key: string): void {
    if (this.entries.has(key)) {
      throw new Error(`${this.options.label} ${key} is already registered`)
    }
  }
}
