import { expect } from 'vitest'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { MemoryServer } from '#tests/sync/support/memory-server.ts'
import { Browser } from '#tests/sync/support/network.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'

export const [ada, bob] = ['ada' as PrincipalId, 'bob' as PrincipalId]
export const SECRET = 'Mine alone'
export const note = (text: string) => ({ contactId: 'recA' as VcId, text })

export let server: MemoryServer
export let browser: Browser
export let device: TestDevice

/** An empty device with the same browser and server. */
export function replaceDevice() {
  device = new TestDevice((path, init) => browser.send(path, init))
}

/** @returns how to close it */
export function openDevice() {
  server = new MemoryServer()
  server.principal(ada, 'account', ['recA'])
  server.principal(bob, 'account', ['recB'])
  browser = new Browser(server)
  replaceDevice()
  return () => {
    for (const tab of [...device.tabs]) tab.kill()
  }
}

export const databases = async () => (await device.indexedDB.databases()).map(({ name }) => name).sort()
export const EMPTIED = ['latchkey-directory', privateDatabaseName('guest')]
export const SEALED = [...EMPTIED, 'latchkey-sealed'].sort()
export const pointer = (tab: TestTab) => tab.directory.getMeta('principal')

export async function asAda(tab: TestTab) {
  server.ended.delete(ada)
  browser.cookie = ada
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
}

/** Every byte value, and more bytes than one call converts to text. */
export const PICTURE = Uint8Array.from({ length: 33_001 }, (_, at) => at % 256)

/** Ada has a pending note and the draft of a message. */
export async function adaWithUnsent() {
  const tab = await device.openTab()
  await asAda(tab)
  browser.isOnline = false
  await tab.client.enqueue('contact.note', note(SECRET))
  const photo = new Blob([PICTURE], { type: 'image/png' })
  await tab.db.drafts.put({ id: 'application', values: { bio: 'half' }, photo, writtenAt: '2026-03-01T12:00:00.000Z' })
  await tab.client.settle(['me'])
  browser.isOnline = true
  return tab
}

export async function emptied() {
  const tab = await adaWithUnsent()
  server.ended.add(ada)
  await tab.client.settle(['me'])
  await eventually(() => expect(tab.db.principal).toBe('guest'))
  return tab
}

/** Everything on the disk of the device, as text. */
export async function textOfDisk(): Promise<string> {
  const texts: string[] = []
  for (const { name = '' } of await device.indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((done, fail) => {
      const opening = device.indexedDB.open(name)
      opening.onsuccess = () => done(opening.result)
      opening.onerror = () => fail(opening.error)
    })
    for (const store of db.objectStoreNames) {
      const rows = await new Promise<unknown[]>((done, fail) => {
        const reading = db.transaction(store).objectStore(store).getAll()
        reading.onsuccess = () => done(reading.result)
        reading.onerror = () => fail(reading.error)
      })
      texts.push(
        JSON.stringify(rows, (_, value) => (value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value)),
      )
    }
    db.close()
  }
  return texts.join('\n')
}
