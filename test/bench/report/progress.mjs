/** Tells what is being done; on stderr, so that what is measured can be sent to a file. */
export function say(text) {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)
}
