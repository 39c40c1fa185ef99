import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contactFollowUps, users } from '#drizzle/schema/index.ts'
import { type DigestDeps, isDigestTime, sendDigests, weekOf } from '#server/features/contacts/digest.ts'
import { peekContact } from '#server/features/unlocks/contact.ts'
import type { VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { mailKindsTo } from '#tests/support/state/mails.ts'
import { push } from './setup.ts'

const app = await startTestApp()
const { db } = app.database

const MONDAY = new Date('2027-03-01T08:00:00Z')
const later = (days: number, from = MONDAY) => new Date(from.getTime() + days * 24 * 60 * 60 * 1000)

/** A founder with a verified address and a follow-up about each contact. */
async function founder(due: Record<string, Date>) {
  const person = await account(app, { emailVerifiedAt: new Date() })
  const { principalId } = person.user
  for (const [name, dueAt] of Object.entries(due)) {
    const contactId = await listInvestor(db, { name })
    await grantContact(db, principalId, contactId)
    await db.insert(contactFollowUps).values({ principalId, contactId, dueAt })
  }
  return person
}

const send = (now: Date, over: Partial<DigestDeps> = {}) =>
  sendDigests({ db, now: () => now, base: () => app.url, findContact: peekContact, listCalls: async () => [], ...over })()
const SUBJECT = /^Your week/
/** Counted where they are queued: a mail arrives some time later. */
const digestsTo = async (email: string) => (await mailKindsTo(db, email)).filter((kind) => kind === 'digest').length

test('the week begins on Monday in UTC, and digests are sent on Monday from 7:00 for a day', () => {
  expect(weekOf(new Date('2027-03-07T23:59:59Z'))).toEqual(new Date('2027-03-01T00:00:00Z'))
  expect(weekOf(new Date('2027-03-08T00:00:00Z'))).toEqual(new Date('2027-03-08T00:00:00Z'))
  const times = ['2027-03-01T06:59:59Z', '2027-03-01T07:00:00Z', '2027-03-02T06:59:59Z', '2027-03-02T07:00:00Z']
  expect(times.map((time) => isDigestTime(new Date(time)))).toEqual([false, true, true, false])
})

test('an account gets its follow-ups of the week and the overdue ones once, without a contact detail', async () => {
  const due = { 'Grace Overdue': later(-4), 'Noa Thursday': later(3), 'Ida Later': later(7) }
  const { user } = await founder(due)
  const listCalls = async () => [{ name: 'Edith Clarke', start: later(2) }]
  await send(later(-1), { listCalls })
  await Promise.all([send(MONDAY, { listCalls }), send(MONDAY, { listCalls })])
  await send(later(0.5), { listCalls })
  const { subject, text, html } = await mailTo(app, user.email, SUBJECT)
  expect(subject).toBe('Your week: 2 follow-ups')
  expect(text).toContain('Grace Overdue: was due on 25 February 2027')
  expect(text).toContain('Noa Thursday: due on 4 March 2027')
  expect(text).toContain('Call with Edith Clarke on 3 March 2027')
  expect(text).toContain('/contacts?sort=follow-up')
  expect(`${text}${html}`).not.toMatch(/Ida Later|@grace|grace@/)
  expect(await digestsTo(user.email)).toBe(1)

  await send(later(7))
  expect(await digestsTo(user.email)).toBe(2)
})

test('nothing is sent to an address that is not verified, without a follow-up, or about a contact that is no longer held', async () => {
  const at = later(14)
  const unverified = await founder({ 'Ada Due': at })
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, unverified.user.id))
  const idle = await founder({ 'Mei Later': later(9, at) })
  const bare = await account(app, { emailVerifiedAt: new Date() })
  await db.insert(contactFollowUps).values({ principalId: bare.user.principalId, contactId: 'recGone' as VcId, dueAt: at })
  const control = await founder({ 'Lin Due': at })
  await send(at)
  const people = [unverified, idle, bare, control]
  expect(await Promise.all(people.map(({ user }) => digestsTo(user.email)))).toEqual([0, 0, 0, 1])
})

test('a banned account gets none, and its week begins again with the end of the ban', async () => {
  const at = later(35)
  const [banned, control] = [await founder({ 'Ada Due': at }), await founder({ 'Lin Due': at })]
  const setBan = (bannedAt: Date | null) => db.update(users).set({ bannedAt }).where(eq(users.id, banned.user.id))
  await setBan(at)
  await send(at)
  expect([await digestsTo(banned.user.email), await digestsTo(control.user.email)]).toEqual([0, 1])
  await setBan(null)
  await send(at)
  expect([await digestsTo(banned.user.email), await digestsTo(control.user.email)]).toEqual([1, 1])
})

test('it ends with its switch, and has the header that ends it with one click', async () => {
  const at = later(21)
  const [off, on] = [await founder({ 'Ada Due': at }), await founder({ 'Mei Due': at })]
  expect(await push(off, 'notice.prefer', { which: 'digest:mail', isOn: false })).toBe('applied')
  await send(at)
  const { headers } = await mailTo(app, on.user.email, SUBJECT)
  expect(JSON.stringify(headers)).toMatch(/list-unsubscribe-post/i)
  expect(await digestsTo(off.user.email)).toBe(0)
})

test('more follow-ups than a mail lists are counted', async () => {
  const at = later(28)
  const names = Array.from({ length: 12 }, (_, nth) => [`Due ${nth}`, at] as const)
  const { user } = await founder(Object.fromEntries(names))
  await send(at)
  const { subject, text } = await mailTo(app, user.email, SUBJECT)
  expect(subject).toBe('Your week: 12 follow-ups')
  expect(text).toContain('And 2 follow-ups more.')
})
