import { spawnSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { provideBuilds } from '../helpers/build-fixtures'

/** Builds what the tests serve. Without a Redis there is nothing to test. */
export default async function buildFixture(project: TestProject): Promise<() => void> {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    throw new Error('These tests need a `redis-server`. Install it, for example with `apt-get install redis-server`.')
  }
  return provideBuilds(project, ['sessions-redis'])
}
