import { useEvent } from 'nitropack/runtime'
import { expect, it, vi } from 'vitest'
import { createGuards } from '../../../../../src/runtime/server/compile/guards'
import { compileTool } from '../../../../../src/runtime/server/compile/tool'
import { useMcpElicitation } from '../../../../../src/runtime/server/composables/use-mcp-elicitation'
import { log } from '../../../../../src/runtime/server/observability/log'
import { linkClient } from '../composables/linked-client'

vi.mock('nitropack/runtime', () => ({ cachedFunction: vi.fn(), useEvent: vi.fn() }))

// definitions R83, R85: a guard decides before anybody is answered, and one that fails hides its definition.
it('a guard that asks hides its definition, and the log says why', async () => {
  const { event, sent } = await linkClient()
  vi.mocked(useEvent).mockReturnValue(event)
  const error = vi.spyOn(log, 'error').mockReturnValue(undefined)
  const tool = compileTool({ name: 'secret', enabled: () => useMcpElicitation().confirm('Show?'), handler: () => '' })
  expect(await createGuards(event)(tool)).toBe(false)
  expect(error.mock.calls).toEqual([[expect.stringContaining('Tool `secret` is hidden'), expect.objectContaining({ message: expect.stringContaining('An `enabled` guard cannot ask the client') })]])
  expect(sent).toEqual([])
  error.mockRestore()
})
