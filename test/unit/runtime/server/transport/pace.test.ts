import { describe, expect, it } from 'vitest'
import { Pace } from '../../../../../src/runtime/server/transport/pace'

describe('Pace', () => {
  it('lets other work run between many messages', async () => {
    const pace = new Pace({ isOver: () => false })
    let turns = 0
    const other = setInterval(() => {
      turns += 1
    }, 0)
    for (let sent = 0; sent < 640; sent++) await pace.next()
    clearInterval(other)
    expect(turns).toBeGreaterThan(0)
  })

  it('waits for a client that reads slowly, and not for one that is gone', async () => {
    let backlog = 2 * 1024 * 1024
    let over = false
    const pace = new Pace({ backlog: () => backlog, isOver: () => over })
    let passed = false
    const waiting = pace.next().then(() => {
      passed = true
    })
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(passed).toBe(false)
    backlog = 0
    await waiting
    backlog = 2 * 1024 * 1024
    over = true
    await pace.next()
  })
})
