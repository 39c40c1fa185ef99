import { expect, test } from 'vitest'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { ADA, BEN, setUp } from './setup.ts'

const { settle, database, sql, clock, lane, freshDevice, write, read } = await setUp()

/** A pull that asks for the changes of the notes. */
const changesSince = async (mark: string, ids: string[] = []) => {
  const delta = await lane.pull(ADA, { mark, doubtful: ids.length > 0 ? ['notes'] : [], changes: { notes: ids } })
  return delta && { notes: delta.put.notes?.map(({ id, text }) => [id, text]), totals: delta.totals, mark: delta.mark ?? '' }
}
const TOTAL = { totals: { notes: 3 } }

test('only the documents that changed since the mark are sent, with the number of all and the next mark', async () => {
  await write('Second', 'rec2')
  await write('Third', 'rec3')
  await settle()
  const { mark } = await freshDevice()
  await write('Changed', 'rec2')
  await sql`insert into contact_notes (principal_id, contact_id, text) values (${BEN}, 'rec1', 'Of Ben')`
  await settle()
  read.length = 0
  const found = await changesSince(mark)
  expect(found).toMatchObject({ notes: [['rec2', 'Changed']], ...TOTAL })
  expect(read).toEqual([])
  expect(await lane.pull(ADA, { mark: found?.mark ?? '', changes: { notes: [] } })).toBeUndefined()
  await write('Changed again', 'rec3')
  expect(await changesSince(found?.mark ?? '')).toMatchObject({ notes: [['rec3', 'Changed again']], ...TOTAL })
})

test('the version of a change is that of a comparison', async () => {
  const { mark } = await freshDevice()
  await write('Anew', 'rec2')
  const delta = await lane.pull(ADA, { mark, changes: { notes: [] } })
  const { have } = await freshDevice()
  expect(delta?.put.notes?.map(({ id, version }) => [id, version])).toEqual([['rec2', have.notes?.rec2]])
})

test('a change that was not committed when the mark was read is sent once it is committed, also one after a savepoint', async () => {
  const late = await openTransaction(database)
  await late.write((tx) => tx`update contact_notes set text = 'Late' where principal_id = ${ADA} and contact_id = 'rec1'`)
  await late.write((tx) => tx`savepoint inner_part`)
  await late.write((tx) => tx`update contact_notes set text = 'Later' where principal_id = ${ADA} and contact_id = 'rec2'`)
  await write('Committed before', 'rec3')
  const { mark } = await freshDevice()
  expect(await lane.pull(ADA, { mark, changes: { notes: [] } })).toBeUndefined()
  await late.end('commit')
  const { notes = [] } = (await changesSince(mark)) ?? {}
  expect(notes).toContainEqual(['rec1', 'Late'])
  expect(notes).toContainEqual(['rec2', 'Later'])
})

test('a document that the device asks for is sent although it has not changed; one that does not exist is missing', async () => {
  const { mark } = await freshDevice()
  expect(await changesSince(mark, ['rec2', 'recNever'])).toMatchObject({ notes: [['rec2', expect.any(String)]], ...TOTAL })
})

test('a deletion is not among the changes, and lowers the total', async () => {
  const { mark } = await freshDevice()
  await sql`delete from contact_notes where principal_id = ${ADA} and contact_id = 'rec3'`
  expect(await changesSince(mark)).toMatchObject({ notes: undefined, totals: { notes: 2 } })
})

test('documents of another owner that become those of the principal are changes', async () => {
  const { mark } = await freshDevice()
  await sql`insert into contact_notes (principal_id, contact_id, text) values (${BEN}, 'rec9', 'Moved')`
  await sql`update contact_notes set principal_id = ${ADA} where principal_id = ${BEN} and contact_id = 'rec9'`
  expect((await changesSince(mark))?.notes).toEqual([['rec9', 'Moved']])
})

test('without a usable mark, and for a collection without changes, the collection is compared', async () => {
  const { mark } = await freshDevice()
  const changes = { notes: [], saved: [] }
  expect((await lane.pull(ADA, { mark: '', changes }))?.differ).toContain('notes')
  await sql`insert into saved_investors (principal_id, vc_id) values (${ADA}, 'rec1')`
  expect(await lane.pull(ADA, { mark, changes })).toEqual({ put: {}, del: {}, differ: ['saved'] })
})

test('a pull of changes alone does not count as a comparison of all documents', async () => {
  const { mark } = await freshDevice()
  const comparedAt = (text: string) => text.split(' ')[3]
  clock.ms += 60_000
  await write('Once more', 'rec1')
  const found = await changesSince(mark)
  expect(comparedAt(found?.mark ?? '')).toBe(comparedAt(mark))
})
