/** The process in the id of a question to a client, or in the name of a stream: what comes before the first dash. */
export function processIn(name: string): string | undefined {
  return /^([0-9a-z]{1,36})-/.exec(name)?.[1]
}
