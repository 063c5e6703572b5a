import { createFixture } from '../helpers/two-builds.mjs'

/** What is fuzzed and soaked, with a garbage collector that `/stats` can call. */
export const fixture = createFixture('fuzz', { nodeArguments: ['--expose-gc'] })
