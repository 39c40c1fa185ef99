import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import type { Contact } from '#shared/contacts/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { createDevice, directoryLane } from '#tests/support/actors/directory.ts'
import { approveInvestor, CARDS, confirmUnlock, listInvestor, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { contactLines } from '#web/features/contacts/contact-lines.ts'

const app = await startTestApp()
const { db } = app.database
const lane = directoryLane(app.database)

async function shown(id: VcId): Promise<Investor | undefined> {
  const device = createDevice(lane)
  await device.start()
  await device.pull()
  return device.doc('investors', id) as Investor | undefined
}

async function bought(id: VcId): Promise<string[]> {
  const buyer = app.visitor()
  const { body } = await startPayment(buyer, id)
  await payWithCard(app, body.clientSecret, CARDS.good)
  const { contact } = (await confirmUnlock(buyer, body.clientSecret, id)).body
  return contactLines(contact as unknown as Contact).map(({ kind }) => kind)
}

const SITE = 'https://grace.example/'
const every = {
  linkedinUrl: 'https://www.linkedin.com/in/grace',
  twitterUrl: 'https://x.com/grace',
}
const nothing = { email: null, telegram: null }

test.each<[string, () => Promise<VcId>]>([
  ['a record with everything', () => listInvestor(db, { ...every, website: SITE, meetingLink: 'https://cal.example.com/grace' })],
  ['a record with one profile', () => listInvestor(db, { ...nothing, email: '', linkedinUrl: every.linkedinUrl })],
  ['an investor of the platform', () => approveInvestor(db, { ...every, telegramUrl: '@alan_platform', websiteUrl: SITE })],
  [
    'an investor who prefers Telegram',
    () => approveInvestor(db, { meetingLink: null, contactType: 'telegram', contactHandle: '@alan_platform' }),
  ],
  ['an investor with an older scheduler link', () => approveInvestor(db, { meetingLink: null, calendlyLink: SITE })],
])('the channels shown before the unlock are those that it reveals: %s', async (_, list) => {
  const id = await list()
  const before = (await shown(id))?.channels
  expect(before).toEqual(await bought(id))
})

test.each<[string, () => Promise<VcId>]>([
  ['a record with nothing', () => listInvestor(db, { ...nothing, email: '' })],
  ['a record with nothing but its public website', () => listInvestor(db, { ...nothing, website: SITE, fundWebsite: SITE })],
  [
    'an investor with nothing but a public website',
    () => approveInvestor(db, { email: null, meetingLink: null, websiteUrl: SITE, isWebsitePublic: true }),
  ],
])('an investor without contact details is not for sale: %s', async (_, list) => {
  const id = await list()
  expect((await shown(id))?.channels).toEqual([])
  expect(await startPayment(app.visitor(), id)).toMatchObject({ status: 409, body: { code: 'unlocks.not-verified' } })
})

test('a website that is public is not shown as locked', async () => {
  expect((await shown(await listInvestor(db, { website: SITE, fundWebsite: SITE })))?.channels).not.toContain('website')
  const open = await approveInvestor(db, { websiteUrl: SITE, isWebsitePublic: true })
  expect(await shown(open)).toMatchObject({ fundWebsite: SITE, channels: ['email', 'meeting'] })
})

test('an investor who is not for sale has no channels', async () => {
  const unverified = await shown(await listInvestor(db, { isVerified: false }))
  expect(unverified).toBeDefined()
  expect(unverified).not.toHaveProperty('channels')
})

test('a device learns of a channel that is added or removed', async () => {
  const id = await listInvestor(db, nothing)
  const device = createDevice(lane)
  await device.start()
  const set = async (telegram: string | null) => {
    await db.update(directoryInvestors).set({ telegram }).where(eq(directoryInvestors.id, id))
    expect(await device.pull()).toBe('delta')
    return (device.doc('investors', id) as Investor).channels
  }
  expect(await set('@grace_listed')).toEqual(['telegram'])
  expect(await set(null)).toEqual([])
})

test('only a record with a value of its own for the agreement says that its investor agreed', async () => {
  const records = [
    { id: 'recSaid', fields: { name: 'Ada', verified: true, consent: 'yes' } },
    { id: 'recMarked', fields: { name: 'Bea', verified: true } },
  ]
  await importListing({ db }, { source: 'test', records, confirm: true })
  expect(await shown('recSaid' as VcId)).toMatchObject({ isVerified: true, hasAgreed: true })
  const marked = await shown('recMarked' as VcId)
  expect(marked).toMatchObject({ isVerified: true })
  expect(marked).not.toHaveProperty('hasAgreed')
})
