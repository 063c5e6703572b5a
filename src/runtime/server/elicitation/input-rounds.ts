/** Something that is asked of the client, as the protocol words it. */
export interface InputRequest {
  readonly method: string
  readonly params?: Record<string, unknown>
}

/**
 * How the handler of a modern request asks: its request is answered with the questions, and the handler runs again
 * when the client comes back with the answers.
 */
export interface InputRounds {
  /**
   * The client's answer from an earlier round.
   *
   * @param key names the question; absent for one that is known by what it asks
   * @throws {McpInputRequiredError} once the client is being asked
   * @throws {RpcError} `-32021` when the client did not declare what it would take
   */
  ask: (request: InputRequest, key?: string) => Promise<unknown>
  /** The result of work that is done in one round and remembered in those that follow. */
  once: <T>(key: string, work: () => T | Promise<T>) => Promise<T>
}
