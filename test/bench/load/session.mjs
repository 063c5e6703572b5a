import { PROTOCOL_VERSION, initialize } from './requests.mjs'

/**
 * Begins a session, which the connection's later requests belong to.
 *
 * @param {import('./connection.mjs').Connection} connection
 * @returns {Promise<Record<string, string>>} the headers that belong to the session
 */
export async function openSession(connection) {
  const { method, params } = initialize()
  const opened = await connection.send('POST', JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }))
  const id = opened.headers['mcp-session-id']
  if (opened.status !== 200 || !id) {
    throw new Error(`No session: ${opened.status} ${opened.body}`)
  }
  const headers = { 'mcp-session-id': id, 'mcp-protocol-version': PROTOCOL_VERSION }
  connection.addHeaders(headers)
  const noted = await connection.send('POST', '{"jsonrpc":"2.0","method":"notifications/initialized"}')
  if (noted.status !== 202) {
    throw new Error(`The session did not begin: ${noted.status} ${noted.body}`)
  }
  return headers
}
