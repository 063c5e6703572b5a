import { expect, it, onTestFinished } from 'vitest'
import { notifyMcpListChanged } from '../../../../../src/runtime/server/composables/notify-mcp-list-changed'
import { notifyMcpResourceUpdated } from '../../../../../src/runtime/server/composables/notify-mcp-resource-updated'
import { type Change, changeHub } from '../../../../../src/runtime/server/session/change-hub'

function hear(): Change[] {
  const heard: Change[] = []
  onTestFinished(changeHub.subscribe(change => void heard.push(change)))
  return heard
}

// protocol-2026-07-28, Streams: nothing of this needs sessions
it('reaches those who listen in this process', async () => {
  const heard = hear()
  await notifyMcpListChanged('tools')
  await notifyMcpListChanged('prompts', { handler: 'admin' })
  await notifyMcpResourceUpdated('APP://News')
  expect(heard).toEqual([
    { type: 'list-changed', list: 'tools' },
    { type: 'list-changed', list: 'prompts', handler: 'admin' },
    { type: 'resource-updated', href: 'app://News' },
  ])
})

it('refuses what is no list, and what is no URI', async () => {
  const heard = hear()
  await expect(notifyMcpListChanged(JSON.parse('"roots"'))).rejects.toThrow('There is no list `roots`. Use `tools`, `resources` or `prompts`.')
  await expect(notifyMcpResourceUpdated('news')).rejects.toThrow('`news` is not an absolute URI.')
  expect(heard).toEqual([])
})
