import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MutationId, PrincipalId, VcId } from '#shared/ids.ts'
import { MAX_PUSH } from '#shared/sync/push.ts'
import { MemoryServer } from './support/memory-server.ts'
import { Browser } from './support/network.ts'
import { TestDevice, type TestTab } from './support/test-device.ts'

const ada = 'ada' as PrincipalId
const noteOf = (contactId: string, text: string) => ({ contactId: contactId as VcId, text })

let server: MemoryServer
let browser: Browser
let tab: TestTab
/** A mutation that makes the server refuse its whole request, as an older or stricter server does. */
let fatalId: MutationId | undefined

beforeEach(async () => {
  server = new MemoryServer()
  browser = new Browser(server)
  browser.cookie = ada
  fatalId = undefined
  const refuseWhole = async (path: string, init: RequestInit) => {
    if (!fatalId || path !== '/api/sync/push' || !String(init.body).includes(fatalId)) return browser.send(path, init)
    return Response.json({ message: 'Check the marked fields.', code: 'invalid' }, { status: 422 })
  }
  tab = await new TestDevice(refuseWhole).openTab()
  await tab.client.switchPrincipal(ada)
  await tab.client.settle()
  browser.isOnline = false
})
afterEach(() => tab.kill())

async function comeOnline() {
  browser.isOnline = true
  await tab.client.settle(['me'])
}
const left = async () => (await tab.db.outbox.toArray()).map(({ id, state }) => ({ id, state }))

test('a request that is refused because of one mutation delivers all the others, and rejects that one', async () => {
  for (let n = 0; n < 6; n++) await tab.client.enqueue('contact.note', noteOf(`rec${n}`, 'before'))
  fatalId = await tab.client.enqueue('contact.note', noteOf('recX', 'spoils it'))
  for (let n = 6; n < 11; n++) await tab.client.enqueue('contact.note', noteOf(`rec${n}`, 'behind'))
  await comeOnline()
  expect(await left()).toEqual([{ id: fatalId, state: 'refused' }])
  expect([...server.principal(ada).notes.keys()].sort()).toEqual(Array.from({ length: 11 }, (_, n) => `rec${n}`).sort())
})

test('mutations after a refused one are sent, also with the same ordering key and in the next request', async () => {
  const refused = await tab.client.enqueue('contact.note', noteOf('recA', 'not taken'))
  server.refuses.set(refused, { code: 'contacts.not-held', message: 'You have not unlocked this contact.' })
  for (let n = 1; n < MAX_PUSH; n++) await tab.client.enqueue('investor.save', { vcId: `rec${n}` as VcId, isSaved: true })
  await tab.client.enqueue('contact.note', noteOf('recA', 'taken'))
  await comeOnline()
  expect(await left()).toEqual([{ id: refused, state: 'refused' }])
  expect(server.principal(ada).notes.get('recA')).toBe('taken')
})
