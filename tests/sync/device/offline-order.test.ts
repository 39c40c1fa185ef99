import { afterAll, expect, test } from 'vitest'
import type { EntryId } from '#shared/contacts/entry.ts'
import { blankPerson } from '#shared/people/blank-person.ts'
import type { PersonId } from '#shared/people/contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import { RoughNetwork } from '#tests/sync/support/rough-network.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'
import { TestWorld } from '#tests/sync/support/world.ts'
import { writeEntry } from '#web/features/contacts/entries/mutations.ts'
import { writeNote } from '#web/features/contacts/notes/mutations.ts'
import { writePerson } from '#web/features/contacts/people/mutations.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'

/** Changes of one thing that are made without a network arrive in an order that the server accepts. */
const world = new TestWorld(await startTestApp())
const { userId, principalId } = await world.account('founder')
const network = new RoughNetwork(world.app.url)
network.cookies.set(...(await world.session(userId)))
const tab: TestTab = await new TestDevice(network.send).openTab()
await tab.client.switchPrincipal(principalId)
provideSync(tab.client as never)
afterAll(() => tab.kill())

test('a note and a dated note about a person arrive after the person, also when the person is corrected later', async () => {
  network.isOnline = false
  const id = `psn_${crypto.randomUUID()}` as PersonId
  const entryId = `ent_${crypto.randomUUID()}` as EntryId
  const added = await writePerson(id, { ...blankPerson, name: 'Noa' })
  await writeNote({ contactId: id, text: 'Ports' }, '')
  await writeEntry({ id: entryId, contactId: id, text: 'Wants a pilot', writtenOn: '2026-11-27T10:00:00.000Z' })
  const corrected = await writePerson(id, { ...added, email: 'noa@x.example' }, added)
  // Two corrections in a row are one mutation.
  await writePerson(id, { ...corrected, role: 'Partner' }, corrected)
  expect(await tab.db.outbox.count()).toBe(4)
  network.isOnline = true
  await tab.client.settle(['me'])
  expect(await tab.db.outbox.toArray()).toEqual([])
  expect(await tab.db.people.get(id)).toMatchObject({ name: 'Noa', email: 'noa@x.example', role: 'Partner' })
  expect([(await tab.db.notes.get(id))?.text, (await tab.db.entries.get(entryId))?.text]).toEqual(['Ports', 'Wants a pilot'])
})
