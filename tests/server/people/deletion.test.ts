import { expect, test } from 'vitest'
import { deletePerson } from '#server/features/people/service.ts'
import { blankPerson } from '#shared/people/blank-person.ts'
import type { PersonId } from '#shared/people/contract.ts'
import {
  deal,
  entryAbout,
  followUp,
  newPerson,
  note,
  peopleOf,
  push,
  removeSeen,
  tag,
  write,
} from '#tests/support/actors/people.ts'
import { startTestApp } from '#tests/support/app.ts'
import { untilWaiting } from '#tests/support/in-order.ts'

const app = await startTestApp()
const { db } = app.database

test('a deletion of all that its user saw applies, in every spelling in which it was written', async () => {
  const member = await app.member()
  const id = newPerson()
  const texts = [note(id, ' Ports\0 \n'), entryAbout(id), followUp(id), tag(id), deal(id)]
  await push(member, write(id, { name: ' Noa  Berg', role: 'Partner\u00a0' }), ...texts)
  await push(member, await removeSeen(member, id))
  expect(await peopleOf(member)).toMatchObject([{ id, deletedAt: expect.any(String) }])
})

test.each([
  ['a field', (id: PersonId) => write(id, { role: 'Partner' }, { ...blankPerson, name: 'Noa' })],
  ['a note', (id: PersonId) => note(id, 'Ports')],
  ['a dated entry', entryAbout],
  ['a place', followUp],
  ['a tag', tag],
  ['a deal', deal],
])('%s that its user had not seen turns a deletion down', async (_, written) => {
  const member = await app.member()
  const id = newPerson()
  await push(member, write(id, { name: 'Noa' }))
  const deletion = await removeSeen(member, id)
  await push(member, written(id))
  expect(await push(member, deletion)).toMatchObject([{ status: 'applied' }])
  expect(await peopleOf(member)).toMatchObject([{ id, deletedAt: null }])
})

test('a note that is written while another device deletes the person restores the person', async () => {
  const member = await app.member()
  const { principalId } = member.user
  const id = newPerson()
  await push(member, write(id, { name: 'Noa' }))
  const deletion = await removeSeen(member, id)
  let writing: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await deletePerson({ tx, principalId, now: new Date() }, { id, isDeleted: true }, deletion.base)
    writing = push(member, note(id, 'Ports'))
    await untilWaiting(app.database, 1)
  })
  await writing
  expect(await peopleOf(member)).toMatchObject([{ id, deletedAt: null }])
})
