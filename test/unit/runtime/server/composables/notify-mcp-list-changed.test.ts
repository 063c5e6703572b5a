import { expect, it, onTestFinished, vi } from 'vitest'
import { notifyMcpListChanged } from '../../../../../src/runtime/server/composables/notify-mcp-list-changed'
import { notifyMcpResourceUpdated } from '../../../../../src/runtime/server/composables/notify-mcp-resource-updated'
import { log } from '../../../../../src/runtime/server/observability/log'
import { type Change, changeHub } from '../../../../../src/runtime/server/session/change-hub'
import { setHandlerNames } from '../../../../../src/runtime/server/session/handler-names'

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

it('tells once of a handler that there is not', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
  setHandlerNames(['admin'])
  await notifyMcpListChanged('tools', { handler: 'admin' })
  await notifyMcpListChanged('tools')
  expect(warn.mock.calls).toEqual([])
  await notifyMcpListChanged('tools', { handler: 'amdin' })
  await notifyMcpListChanged('prompts', { handler: 'amdin' })
  expect(warn.mock.calls).toEqual([['`notifyMcpListChanged()` names the handler `amdin`, which there is not, so nobody is told. Handlers: `admin`.']])
  warn.mockRestore()
})
