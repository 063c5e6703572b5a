/** Least milliseconds between two reports of the same trouble. */
const INTERVAL = 30_000

/** Reports trouble that comes back many times a second only now and then. */
export function createLimitedLog(report: (error: unknown) => void, interval = INTERVAL): (error: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (Date.now() - reportedAt >= interval) {
      reportedAt = Date.now()
      report(error)
    }
  }
}
