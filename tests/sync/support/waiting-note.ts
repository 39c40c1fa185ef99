import type { PrincipalId, VcId } from '#shared/ids.ts'
import { MemoryServer } from './memory-server.ts'
import { Browser } from './network.ts'
import { TestDevice } from './test-device.ts'

/** A device with no open tab: an account used it, wrote one note without a network, and its tab was closed. */
export async function deviceWithWaitingNote(ada: PrincipalId) {
  const server = new MemoryServer()
  server.principal(ada, 'account', ['rec1'])
  const browser = new Browser(server)
  browser.cookie = ada
  const device = new TestDevice(browser.send)
  const tab = await device.openTab()
  await tab.client.switchPrincipal(ada)
  await tab.settle()
  browser.isOnline = false
  await tab.client.enqueue('contact.note', WAITING_NOTE)
  tab.kill()
  return { server, browser, device }
}

export const WAITING_NOTE = { contactId: 'rec1' as VcId, text: 'precious' }
