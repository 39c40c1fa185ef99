import { expect, test } from 'vitest'
import { openStage } from './support/stage.ts'
import { followUpEntry, newEntryId, noteEntry, saveEntry, statusesOf, ticketEntry } from './support/wire.ts'

const stage = await openStage()
const [contact = ''] = stage.contacts
const DAY_MS = 24 * 60 * 60 * 1000
const iso = (ms: number) => new Date(ms).toISOString()

test.each([
  ['a day ahead', Date.now() + DAY_MS],
  ['a day behind', Date.now() - DAY_MS],
  ['in 1970', 0],
  ['in the year 9999', Date.parse('9999-12-31T23:59:59.999Z')],
  ['in the year 1', Date.parse('0001-01-01T00:00:00.000Z')],
])('a device whose clock is %s is served as any other, and the server uses its own clock', async (_, clock) => {
  const { wire, principalId } = await stage.buyer()
  const at = { madeAt: iso(clock), id: newEntryId(Math.max(0, clock) % 2 ** 47) }
  const entries = [
    saveEntry('rec1', true, at),
    noteEntry(contact, 'By a wrong clock', { madeAt: iso(clock) }),
    ticketEntry('By a wrong clock', { madeAt: iso(clock) }),
  ]
  const from = Date.now()
  expect(statusesOf(await wire.push(entries))).toEqual(['applied', 'applied', 'applied'])
  const [row] = await stage.sql<Record<string, string>[]>`
    select s.created_at as saved, n.updated_at as noted, t.created_at as opened
    from saved_investors s join contact_notes n using (principal_id) join tickets t using (principal_id)
    where principal_id = ${principalId}`
  for (const instant of Object.values(row ?? {})) {
    expect(Date.parse(instant)).toBeGreaterThanOrEqual(from)
    expect(Date.parse(instant)).toBeLessThanOrEqual(Date.now())
  }
  expect(Object.keys(row ?? {})).toHaveLength(3)
})

test('of two devices a day apart, the last write to arrive wins, not the one with the later timestamp', async () => {
  const { wire, principalId } = await stage.buyer()
  const late = saveEntry('rec1', true, { madeAt: iso(Date.now() + DAY_MS), id: newEntryId(Date.now() + DAY_MS) })
  const early = saveEntry('rec1', false, { madeAt: iso(Date.now() - DAY_MS), id: newEntryId(Date.now() - DAY_MS) })
  await wire.push([late])
  await wire.push([early])
  expect(await stage.sql`select 1 from saved_investors where principal_id = ${principalId}`).toHaveLength(0)
})

test.each(['yesterday', '', '2026-13-01T00:00:00Z', '2026-11-20', '1700000000000', 'Infinity'])(
  'an entry with madeAt %j cannot be parsed, and its push is refused',
  async (madeAt) => {
    const { wire, principalId } = await stage.buyer()
    const reply = await wire.push([saveEntry('rec1'), saveEntry('rec2', true, { madeAt })])
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid' } })
    if (madeAt) expect(reply.text).not.toContain(madeAt)
    expect(await stage.sql`select 1 from saved_investors where principal_id = ${principalId}`).toHaveLength(0)
  },
)

test.each([
  '2026-01-01T00:00:00+05',
  '2026-01-01T00:00:00 +23:59',
  '2026-01-01T00:00:00 Z',
  '0000-01-01T00:00:00+23:00',
  '9999-12-31T23:59:59-23:00',
  '2026-02-31T00:00:00Z',
])('an instant such as %j, which the pattern accepts, is stored or refused, and never retried indefinitely', async (dueAt) => {
  const { wire, principalId } = await stage.buyer()
  const entry = followUpEntry(contact, { dueAt, stage: 'written' })
  const [result] = (await wire.push([entry])).body.results
  expect(['applied', 'refused']).toContain(result?.status)
  const rows = await stage.sql`select due_at from contact_follow_ups where principal_id = ${principalId}`
  expect(rows).toHaveLength(result?.status === 'applied' ? 1 : 0)
  expect((await wire.pull()).status).toBe(200)
  const again = (await wire.push([entry])).body.results
  expect(again[0]?.status).toBe(result?.status === 'applied' ? 'duplicate' : 'refused')
})

test('the server logged no fault in these tests', () => {
  expect(stage.faults).toEqual([])
})
