import { afterEach, expect, test } from 'vitest'
import { nothingYet } from '#shared/contacts/follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { countDue } from './count-due.ts'

const db = new PrivateDatabase('guest', 'life')
afterEach(() => db.delete())

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const due = (id: VcId, dueAt: string) => db.followUps.put({ ...nothingYet, id, dueAt, updatedAt: '', version: 1 })

test('due follow-ups are counted, and none on a deleted person until the deletion is undone', async () => {
  const person = { ...samplePerson(), version: 1 }
  await due('recA' as VcId, '2026-11-21T09:00:00.000Z')
  await due('recB' as VcId, '2026-11-22T09:00:00.000Z')
  await due(person.id, '2026-11-20T09:00:00.000Z')
  await db.people.put(person)
  expect(await countDue(db, NOW)).toBe(2)
  await db.people.put({ ...person, deletedAt: '2026-11-21T10:00:00.000Z' })
  expect(await countDue(db, NOW)).toBe(1)
})
