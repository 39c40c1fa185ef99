import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import { findPublicInvestor } from '#server/features/directory/public-investor.ts'
import { cardPath } from '#server/features/pages/cards/address.ts'
import { investorCard } from '#server/features/pages/cards/content.ts'
import { NOTIFY_LISTED } from '#server/features/profile-requests/notices.ts'
import type { VcId } from '#shared/ids.ts'
import { createDevice, directoryLane } from '#tests/support/actors/directory.ts'
import { runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { findRecord, listListings } from '#tests/support/state/investors.ts'
import { mailKindsTo } from '#tests/support/state/mails.ts'
import { startMerging } from './setup.ts'

const folder = mkdtempSync(`${tmpdir()}/latchkey-merged-`)
afterAll(() => rmSync(folder, { recursive: true }))
cpSync(`${import.meta.dirname}/../../../../web/index.html`, `${folder}/index.html`)

const app = await startTestApp({ world: { webFolder: folder } })
const { db } = app.database
const { merge, two } = await startMerging(app)

const open = (path: string) => fetch(app.url + path, { redirect: 'manual' })
const asked = async (...ids: VcId[]) =>
  (await app.visitor().get<{ investors: { id: VcId }[] }>(`/api/directory/investors?ids=${ids.join(';')}`)).body.investors

let nth = 0
/** Two records of one source. */
async function imported() {
  nth += 1
  const record = (name: string, more: object = {}) => ({
    id: `recMerged${name}${nth}`,
    fields: { name: `${name} ${nth}`, ...more },
  })
  const [from, into] = [record('From', { bio: 'Of the source', location: 'Oslo' }), record('Into')]
  const run = (...records: object[]) => importListing({ db }, { source: 'file', records, confirm: true })
  await run(from, into)
  return { from, into, ids: { from: from.id as VcId, into: into.id as VcId }, record, run }
}

test('the record that goes leaves every device with the next delta, and the one that stays has what it fills', async () => {
  const { from, into } = await two({ location: 'Oslo' })
  const device = createDevice(directoryLane(app.database))
  await device.start()
  expect(device.ids('investors')).toEqual(expect.arrayContaining([from, into].sort()))
  await merge(from, into)
  expect(await device.pull()).toBe('delta')
  expect(device.ids('investors')).not.toContain(from)
  expect(device.doc('investors', into)).toMatchObject({ location: 'Oslo' })
})

test('its address leads to the one that stays, and so do its card and a device that asks for it', async () => {
  const { from, into } = await two()
  const investor = await findPublicInvestor(db, from)
  const card = investor && cardPath('vc', from, investorCard(investor))
  await merge(from, into)
  for (const screen of ['vc', 'investor']) {
    const moved = await open(`/${screen}/${from}?ref=mail`)
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/${screen}/${into}?ref=mail`])
  }
  const page = await (await open(`/vc/${into}`)).text()
  expect(page).toContain(`<link data-page rel="canonical" href="${app.url}/vc/${into}"`)
  expect((await open(card ?? '')).status).toBe(302)
  expect((await asked(from, into)).map(({ id }) => id)).toEqual([into])
  const sitemap = await (await open('/sitemap.xml')).text()
  expect([sitemap.includes(from), sitemap.includes(into)]).toEqual([false, true])
})

test('its address leads to the listing that has replaced the one that stays', async () => {
  const { from, into } = await two()
  await merge(from, into)
  const { listing } = await anInvestor(app, { replacesId: into })
  expect((await open(`/vc/${from}`)).headers.get('location')).toBe(`/vc/${listing}`)
})

test('no import lists it again, and what was filled stays', async () => {
  const { from, into, ids, run } = await imported()
  await merge(ids.from, ids.into)
  const changed = { ...from, fields: { ...from.fields, bio: 'Changed in the source' } }
  expect(await run(changed, into)).toMatchObject({ added: 0, changed: 0, unlisted: 0, suppressed: 1 })
  expect(await findRecord(db, ids.from)).toMatchObject({ mergedInto: ids.into, unlistedAt: expect.any(Date) })
  expect(await findRecord(db, ids.into)).toMatchObject({ bio: 'Of the source', location: 'Oslo', unlistedAt: null })
})

test('a source that keeps only the record that went keeps the person listed, and one that has neither does not', async () => {
  const { from, ids, record, run } = await imported()
  await merge(ids.from, ids.into)
  expect(await run(from)).toMatchObject({ unlisted: 0 })
  expect(await findRecord(db, ids.into)).toMatchObject({ unlistedAt: null })
  expect(await run(record('Another'))).toMatchObject({ unlisted: 1 })
  expect(await findRecord(db, ids.into)).toMatchObject({ unlistedAt: expect.any(Date) })
})

test('a person who asks for the removal is removed with both records, and no import lists either', async () => {
  const email = 'merged-removal@x.example'
  const { from, into } = await two({ name: 'Canary Other', email: 'canary-other@x.example' }, { name: 'Canary Own', email })
  await merge(from, into)
  await app.visitor().post(`/api/listings/${into}/remove`, { email })
  const token = tokenIn(await mailTo(app, email, /Remove your profile/))
  expect((await app.visitor().post('/api/profile-requests/confirm', { token })).body).toEqual({ outcome: 'removed' })
  expect([await findRecord(db, from), await findRecord(db, into)]).toEqual([undefined, undefined])
  const records = [
    { id: from, fields: { name: 'Canary Other', email: 'canary-other@x.example' } },
    { id: into, fields: { name: 'Canary Own', email } },
  ]
  expect(await importListing({ db }, { source: 'file', records, confirm: true })).toMatchObject({ added: 0, suppressed: 2 })
})

test('a person who was notified about one record is not notified again about the other one', async () => {
  const createdAt = new Date(Date.now() - 2 * 86_400_000)
  const email = 'notified-once@x.example'
  const { from, into } = await two({ email, createdAt }, { email: null, createdAt })
  await runJob(app, NOTIFY_LISTED)
  await merge(from, into)
  await runJob(app, NOTIFY_LISTED)
  expect(await mailKindsTo(db, email)).toEqual(['listing-notice'])
})

test('a link for a removal that was mailed before removes both, and one for a claim claims the one that stays', async () => {
  const [removing, claiming] = ['earlier-removal@x.example', 'earlier-claim@x.example']
  const removed = await two({ email: removing })
  await app.visitor().post(`/api/listings/${removed.from}/remove`, { email: removing })
  const claimed = await two({ email: claiming })
  const claimant = await app.member({ userType: 'vc' })
  await claimant.post(`/api/listings/${claimed.from}/claim`, { email: claiming })
  const removal = tokenIn(await mailTo(app, removing, /Remove your profile/))
  const claim = tokenIn(await mailTo(app, claiming, /Take over your profile/))
  await merge(removed.from, removed.into)
  await merge(claimed.from, claimed.into)
  expect((await app.visitor().post('/api/profile-requests/confirm', { token: removal })).body).toEqual({ outcome: 'removed' })
  expect([await findRecord(db, removed.from), await findRecord(db, removed.into)]).toEqual([undefined, undefined])
  expect((await claimant.post('/api/profile-requests/confirm', { token: claim })).body).toEqual({ outcome: 'claimed' })
  expect(await listListings(db, { userId: claimant.user.id })).toMatchObject([{ replacesId: claimed.into, isVerified: false }])
})
