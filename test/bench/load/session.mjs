import { describeAnswer } from './check.mjs'
import { PROTOCOL_VERSION, initialize } from './requests.mjs'

/**
 * Begins a session.
 *
 * @param {import('./connection.mjs').Connection} connection
 * @returns {Promise<Record<string, string>>} the headers of its requests
 */
export async function openSession(connection) {
  const { method, params } = initialize()
  const opened = await connection.send('POST', JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }))
  const id = opened.headers['mcp-session-id']
  if (opened.status !== 200 || !id) {
    throw new Error(`No session: ${describeAnswer(opened)}`)
  }
  const headers = { 'mcp-session-id': id, 'mcp-protocol-version': PROTOCOL_VERSION }
  const noted = await connection.send('POST', '{"jsonrpc":"2.0","method":"notifications/initialized"}', headers)
  if (noted.status !== 202) {
    throw new Error(`The session did not begin: ${describeAnswer(noted)}`)
  }
  return headers
}
