import type { PrincipalId, VcId } from '#shared/ids.ts'
import { MemoryServer } from '#tests/sync/support/memory-server.ts'
import { Browser } from '#tests/sync/support/network.ts'
import { TestDevice } from '#tests/sync/support/test-device.ts'

export const ada = 'ada' as PrincipalId
export const save = (id: string, isSaved = true) => ({ vcId: id as VcId, isSaved })

export let server: MemoryServer
export let browser: Browser
export let device: TestDevice

/** @returns how to close it */
export function openDevice() {
  server = new MemoryServer()
  server.principal(ada, 'account', ['recA'])
  browser = new Browser(server)
  device = new TestDevice(browser.send)
  return () => {
    for (const tab of [...device.tabs]) tab.kill()
  }
}

export const databases = async () => (await device.indexedDB.databases()).map(({ name }) => name).sort()

export const bob = 'bob' as PrincipalId
/** Ada's session ended while a mutation of hers was pending. */
export async function adaWithUnsent() {
  server.principal(bob, 'account', ['recB'])
  const tab = await device.openTab()
  browser.cookie = ada
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  browser.isOnline = false
  await tab.client.enqueue('contact.note', { contactId: 'recA' as VcId, text: 'Mine alone' })
  await tab.db.drafts.put({ id: 'feedback', values: { message: 'half' }, writtenAt: '2026-03-01T12:00:00.000Z' })
  await tab.client.settle(['me'])
  browser.isOnline = true
  return tab
}
