import type { H3Event } from 'h3'
import { EventSlot } from '../http/event-slot'
import { log } from '../observability/log'
import type { CompiledDefinition } from './compiled'
import { LABELS, describeDefinition } from './describe'

type Answers = Map<CompiledDefinition, Promise<boolean>>

// Kept with the request, because application code asks too: `getMcpTools({ event })` in a `tools` function.
const remembered = new EventSlot<Answers>('mcp guards')

/**
 * Answers whether a definition is enabled for this request. Each guard is asked at most once, and only when its
 * definition matters; one that throws hides its definition.
 */
export function createGuards(event: H3Event): (definition: CompiledDefinition) => boolean | Promise<boolean> {
  return (definition) => {
    const { enabled } = definition
    if (typeof enabled === 'boolean') {
      return enabled
    }
    const answers = answersOf(event)
    let answer = answers.get(definition)
    if (!answer) {
      answer = askGuard(definition, enabled, event)
      answers.set(definition, answer)
    }
    return answer
  }
}

/** Has the guards of a request asked anew, for what is decided long after it began. */
export function forgetGuards(event: H3Event): void {
  remembered.set(event, undefined)
}

function answersOf(event: H3Event): Answers {
  let answers = remembered.get(event)
  if (!answers) {
    answers = new Map()
    remembered.set(event, answers)
  }
  return answers
}

async function askGuard(definition: CompiledDefinition, guard: (event: H3Event) => boolean | Promise<boolean>, event: H3Event): Promise<boolean> {
  try {
    return Boolean(await guard(event))
  }
  catch (error) {
    log.error(`${describeDefinition(LABELS[definition.kind], definition.definition)} is hidden because its \`enabled\` guard failed:`, error)
    return false
  }
}
