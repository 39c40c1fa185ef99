import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { directoryInvestors, listingNotices, mailOutbox } from '#drizzle/schema/index.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import { NOTIFY_LISTED } from '#server/features/profile-requests/notices.ts'
import { listInvestor, runJob, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { ownRoundsOver } from '#tests/support/rounds.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { findRecord } from '#tests/support/state/investors.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { storedText } from '#tests/support/state/rows.ts'

const app = await startTestApp()
const { db } = app.database
const notify = () => runJob(app, NOTIFY_LISTED)
const countNotices = async () => (await listMails(db, { template: 'listing-notice' })).length
const old = { createdAt: sql`now() - interval '2 days'` as never }

beforeAll(() => ownRoundsOver(app, NOTIFY_LISTED))
beforeEach(async () => {
  await db.delete(directoryInvestors)
  await db.delete(listingNotices)
  await db.delete(mailOutbox)
})

test('an investor who is listed without a request is notified once, with a removal link, and the proof is kept', async () => {
  const id = await listInvestor(db, { ...old, name: 'Grace Told', email: 'grace-told@harbour.example' })
  await Promise.all([notify(), notify()])
  await notify()
  const mail = await mailTo(app, 'grace-told@harbour.example', /You are listed/)
  expect(JSON.stringify(mail)).toContain(`/vc/${id}`)
  expect(await countNotices()).toBe(1)
  await expect
    .poll(async () => {
      await notify()
      return (await db.select().from(listingNotices))[0]?.sentAt
    })
    .toBeInstanceOf(Date)
  expect(await storedText(db, listingNotices)).not.toContain('grace-told')
})

test('no notice is sent about a record of today, an unlisted one, or one without a mailbox', async () => {
  await listInvestor(db)
  await listInvestor(db, { ...old, unlistedAt: new Date() })
  await listInvestor(db, { ...old, email: null })
  await notify()
  expect(await countNotices()).toBe(0)
})

test('a notice that no server accepted is sent again after a week, within the month; one that arrived is not', async () => {
  const id = await listInvestor(db, { ...old, email: 'grace-again@harbour.example' })
  await notify()
  const ended = (column: 'sentAt' | 'failedAt', days: number) =>
    db
      .update(listingNotices)
      .set({ mailId: null, sentAt: null, failedAt: null, [column]: new Date(Date.now() - days * 86_400_000) })
      .where(eq(listingNotices.vcId, id))
  const countNoticesAfter = async (column: 'sentAt' | 'failedAt', days: number) => {
    await ended(column, days)
    await Promise.all([notify(), notify()])
    return countNotices()
  }
  expect(await countNoticesAfter('failedAt', 6)).toBe(1)
  expect(await countNoticesAfter('sentAt', 8)).toBe(1)
  expect(await countNoticesAfter('failedAt', 8)).toBe(2)
  await db.update(directoryInvestors).set({ createdAt: sql`now() - interval '31 days'` as never })
  expect(await countNoticesAfter('failedAt', 8)).toBe(2)
})

test('a whole listing is notified in batches', async () => {
  for (let at = 0; at < 103; at += 1) await listInvestor(db, { ...old, email: `one-${at}@harbour.example` })
  await notify()
  expect(await countNotices()).toBe(100)
  await notify()
  expect(await countNotices()).toBe(103)
})

test('sample data contains no real person, so an installation with it sends no notice', async () => {
  const sample = await startTestApp({ env: { SEED: 'demo' } })
  expect(sample.app.jobs[NOTIFY_LISTED]).toBeUndefined()
  expect(sample.app.schedules.map(({ kind }) => kind)).not.toContain(NOTIFY_LISTED)
})

test('the contact of a record is sold only with an agreement on record', async () => {
  const buyer = await app.member()
  const code = async (id: string) => ((await startPayment(buyer, id)).body as { code?: string }).code
  expect(await code(await listInvestor(db, { consentedAt: null }))).toBe('unlocks.not-verified')
  expect(await code(await listInvestor(db))).toBeUndefined()
})

test('an import records the agreement if the source confirms it, keeps its day, and removes it with the confirmation', async () => {
  const bring = (fields: object) =>
    importListing({ db }, { source: 'test', records: [{ id: 'recAda', fields: { name: 'Ada', ...fields } }], confirm: true })
  const row = () => findRecord(db, 'recAda')
  await bring({ verified: true })
  const first = (await row())?.consentedAt
  expect(first).toBeInstanceOf(Date)
  await bring({ verified: true, bio: 'New.' })
  expect(await row()).toMatchObject({ isVerified: true, consentedAt: first })
  for (const consent of [false, 'no', 'maybe']) {
    await bring({ verified: true, consent })
    expect(await row()).toMatchObject({ isVerified: false, consentedAt: null })
  }
  await bring({ verified: true, 'Consent Date': '2026-02-03' })
  expect((await row())?.consentedAt).toBeInstanceOf(Date)
  await bring({ verified: false, consent: true })
  expect(await row()).toMatchObject({ isVerified: false, consentedAt: null })
})
