import { strict as assert } from 'node:assert'
import { PROMPT, RESOURCE, hasOutput, middleTool, toolText } from '../apps/sources.mjs'

/**
 * @typedef {object} BenchRequest
 * @property {string} method JSON-RPC method
 * @property {object} [params] none: the message has no `params`
 * @property {Record<string, string>} [headers] besides those of every request
 * @property {(result: any) => boolean} [isServed] tells from a first result whether the server knows this at all; absent: it has to
 * @property {(result: any) => void} verify throws when the result is not what was asked for
 */

export const PROTOCOL_VERSION = '2025-11-25'
const MODERN_VERSION = '2026-07-28'
const CLIENT_INFO = { name: 'bench', version: '1' }

/** The first request of a client. */
export function initialize() {
  return {
    method: 'initialize',
    params: { protocolVersion: PROTOCOL_VERSION, capabilities: {}, clientInfo: CLIENT_INFO },
    verify: (result) => {
      assert.equal(result.serverInfo.name, 'bench')
      assert.ok(result.capabilities.tools)
    },
  }
}

/** @param {number} tools how many there have to be */
export function listTools(tools) {
  return {
    method: 'tools/list',
    verify: (result) => {
      const names = new Set(result.tools.map(({ name }) => name))
      assert.equal(names.size, tools)
      for (let index = 0; index < tools; index++) {
        assert.ok(names.has(`tool-${index}`))
      }
      for (const { name, inputSchema, outputSchema } of result.tools) {
        assert.equal(Object.keys(inputSchema.properties).length, 6)
        assert.equal(outputSchema !== undefined, hasOutput(Number(name.slice('tool-'.length))))
      }
    },
  }
}

/**
 * Calls a tool in the middle of the list.
 *
 * @param {number} tools
 * @param {{ output?: boolean }} [options] `output`: one with an output schema
 */
export function callTool(tools, { output = false } = {}) {
  const index = middleTool(tools, output)
  return {
    method: 'tools/call',
    params: { name: `tool-${index}`, arguments: { text: 'hello', count: 3, kind: 'b', list: ['x', 'y'] } },
    verify: (result) => {
      assert.ok(!result.isError, JSON.stringify(result))
      assert.equal(result.content[0].text, toolText(index, 'hello', 3))
      if (output) {
        assert.deepEqual(result.structuredContent, { text: 'hello', count: 3, tags: ['x', 'y'] })
      }
    },
  }
}

/** The same call in the form of protocol revision 2026-07-28. */
export function callToolModern(tools) {
  const { params, verify } = callTool(tools)
  return {
    method: 'tools/call',
    headers: { 'mcp-protocol-version': MODERN_VERSION, 'mcp-method': 'tools/call', 'mcp-name': params.name },
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': MODERN_VERSION,
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
      },
    },
    isServed: result => result.resultType !== undefined,
    verify: (result) => {
      verify(result)
      assert.equal(result.resultType, 'complete')
    },
  }
}

/** Reads the resource. */
export function readResource() {
  return {
    method: 'resources/read',
    params: { uri: RESOURCE.uri },
    verify: result => assert.equal(result.contents[0].text, RESOURCE.text),
  }
}

/** Gets the prompt. */
export function getPrompt() {
  return {
    method: 'prompts/get',
    params: { name: PROMPT.name, arguments: { [PROMPT.field]: 'the bench' } },
    verify: result => assert.equal(result.messages[0].content.text, 'Review the bench'),
  }
}
