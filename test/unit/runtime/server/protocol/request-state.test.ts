import { describe, expect, it } from 'vitest'
import { sealState } from '../../../../../src/runtime/server/protocol/request-state'
import { INVALID_PARAMS } from '../../../../../src/runtime/shared/json-rpc'

const SECRET = 'x'.repeat(32)
const STATE = { round: 1, questions: {}, results: {} }

// protocol-2026-07-28.md, Input from the user: the state is bound to a digest of the arguments.
describe('arguments that are nested too deeply for a digest', () => {
  it('are the client\'s mistake, and no internal error', async () => {
    const deep: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000))
    const owner = { route: '/mcp', method: 'tools/call', params: { name: 'ask', arguments: { deep } }, subject: undefined }
    await expect(sealState(STATE, owner, SECRET)).rejects.toMatchObject({ code: INVALID_PARAMS, message: expect.stringContaining('`arguments`') })
  })
})
