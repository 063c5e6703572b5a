// Prints the counts of a vitest JSON report, and fails when no test ran.
import { readFileSync } from 'node:fs'

const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
// A file that could not be loaded has no tests to count as failed.
const brokenFiles = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length
console.log(`${numPassedTests} passed, ${numFailedTests + brokenFiles} failed`)
process.exitCode = numPassedTests > 0 && numFailedTests + brokenFiles === 0 ? 0 : 1
