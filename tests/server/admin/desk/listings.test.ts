import { describe, expect, test } from 'vitest'
import type { AdminListing } from '#shared/admin/listings.ts'
import type { VcId } from '#shared/ids.ts'
import { dayAhead } from '#shared/listings/pause.ts'
import { cents } from '#shared/money.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { CARDS, confirmUnlock, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { findListing } from '#tests/support/state/investors.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { deskOf, type Refusal } from './setup.ts'

const app = await startTestApp()
const { db } = app.database
const desk = await deskOf(app)

const REASON = 'The investor asked by telephone.'
const OLD_LINK = 'https://calendly.com/alan/private-canary'

type Reply = AdminListing & Refusal & { current?: { version: number } }
const view = async (id: VcId) => (await desk.get<Reply>(`/api/admin/listings/${id}`)).body
const send = (id: VcId, path: string, body: object, method = 'PATCH') =>
  desk.post<Reply>(`/api/admin/listings/${id}${path}`, { reason: REASON, ...body }, { method })
const edit = async (id: VcId, change: object, version?: number) =>
  send(id, '', { change, version: version ?? (await view(id)).version })
const replace = async (id: VcId, change: object) => send(id, '/contact', { change, version: (await view(id)).version })
const pause = async (id: VcId, until: string | null) => send(id, '/pause', { until, version: (await view(id)).version }, 'POST')

const investorWith = (listing: Parameters<typeof startInvestor>[1] = {}) =>
  startInvestor(app, { meetingLink: OLD_LINK, email: 'private-canary@example.org', bio: 'Old bio', ...listing })
type Investor = Awaited<ReturnType<typeof investorWith>>

const noticesOf = async (client: Client) =>
  ((await held(client)).notices ?? []).flatMap(({ kind, facts }) => (kind === 'listing-changed' ? [{ kind, facts }] : []))
const publicText = async () => JSON.stringify((await app.visitor().get('/api/vcs')).body)

async function pushEdit(investor: Investor, change: object, base?: object, clientId = newClientId()) {
  const args = { vcId: investor.listing, change }
  const mutation = { id: newMutationId(), name: 'listing.edit', args, ...(base && { base }), madeAt: new Date().toISOString() }
  const { body } = await investor.post<PushReply>('/api/sync/push', { clientId, mutations: [mutation] })
  return body.results[0]
}

describe('an admin edits the public fields of a listing', () => {
  test('they are public at once, without another review, and on the devices of the owner', async () => {
    const investor = await investorWith({ price: cents(5000) })
    const change = { partnerName: 'Right Name', bio: 'A right bio', stage: ['Seed'], price: 900_000 }
    const { status, body } = await edit(investor.listing, change)
    expect([status, body.facts]).toMatchObject([200, change])
    expect(await publicText()).toContain('A right bio')
    expect((await held(investor)).ownListings).toMatchObject([{ ...change, isVerified: true, reviewStatus: 'approved' }])
    // The new price is the approved one.
    expect(await findListing(db, investor.listing)).toMatchObject({ approvedPrice: 900_000 })
  })

  test('the log has the fields before and after with the reason, and the owner gets a notice and a mail without the reason', async () => {
    const investor = await investorWith()
    await edit(investor.listing, { bio: 'A right bio', location: 'Oslo' })
    const [entry, ...others] = await auditEntriesOf(db, investor.listing)
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      ...{ actorId: desk.user.id, action: 'edited', targetType: 'vc' },
      before: { bio: 'Old bio', note: null },
      after: { bio: 'A right bio', location: 'Oslo', note: REASON },
    })
    expect(await noticesOf(investor)).toEqual([{ kind: 'listing-changed', facts: { what: 'text' } }])
    const [mail] = await listMails(db, { recipient: investor.user.email, template: 'listing-changed' })
    expect(JSON.stringify(mail)).toContain('Changed: Location, Bio.')
    expect(JSON.stringify(mail)).not.toContain(REASON)
  })

  test('a decision that changes nothing leaves no trace', async () => {
    const investor = await investorWith()
    expect((await edit(investor.listing, { bio: 'Old bio' })).status).toBe(200)
    expect(await auditEntriesOf(db, investor.listing)).toEqual([])
    expect(await noticesOf(investor)).toEqual([])
  })

  test.each([
    ['a contact field', { email: 'new@example.org' }],
    ['a field of the server', { isVerified: false }],
    ['a price that the owner may not set', { price: -1 }],
    ['no stage', { stage: [] }],
    ['an empty name', { partnerName: ' ' }],
    ['no field', {}],
  ])('%s is refused, and nothing has changed', async (_, change) => {
    const investor = await investorWith()
    const before = await findListing(db, investor.listing)
    expect((await edit(investor.listing, change)).status).toBe(422)
    expect(await findListing(db, investor.listing)).toEqual(before)
  })

  test('without a portfolio it is refused as for the owner', async () => {
    const investor = await investorWith({ isVentureCapital: true, portfolioPerformance: '3× net.' })
    expect(await edit(investor.listing, { portfolioPerformance: null })).toMatchObject({
      ...{ status: 422, body: { code: 'owners.no-portfolio' } },
    })
  })

  test('a listing whose content was deleted, and an imported record, are not found', async () => {
    const investor = await investorWith({ isVerified: false, isActive: false })
    expect((await desk.get(`/api/admin/listings/${investor.listing}`)).status).toBe(404)
    expect((await desk.get('/api/admin/listings/rec_unknown')).status).toBe(404)
  })
})

describe('an edit of the owner at the same time', () => {
  test('that arrived first: the admin decides about the new version, and nothing is overwritten unseen', async () => {
    const investor = await investorWith()
    const { version } = await view(investor.listing)
    await investor.post(`/api/vcs/${investor.listing}`, { bio: 'Of the owner' }, { method: 'PATCH' })
    const late = await edit(investor.listing, { bio: 'Of the admin' }, version)
    const { version: current } = await view(investor.listing)
    expect(late).toMatchObject({ status: 409, body: { code: 'review.moved-on', current: { version: current } } })
    expect(await findListing(db, investor.listing)).toMatchObject({ bio: 'Of the owner' })
    expect((await edit(investor.listing, { bio: 'Of the admin' }, current)).status).toBe(200)
  })

  test('that was written offline before: other words of a text are merged, the same words are refused', async () => {
    const bio = 'I invest in ports.\n\nI live in Lisbon.'
    const investor = await investorWith({ bio })
    await edit(investor.listing, { bio: bio.replace('ports', 'harbours') })
    expect(await pushEdit(investor, { bio: bio.replace('Lisbon', 'Oslo') }, { bio })).toMatchObject({ status: 'applied' })
    expect(await findListing(db, investor.listing)).toMatchObject({ bio: 'I invest in harbours.\n\nI live in Oslo.' })
    await edit(investor.listing, { location: 'Bergen' })
    expect(await pushEdit(investor, { location: 'Turku' }, { location: null })).toMatchObject({
      ...{ status: 'refused', code: 'owners.edited-elsewhere' },
    })
  })

  test('of a device of the last release, which sends no base, does not replace the text of the admin', async () => {
    const investor = await investorWith({ position: null })
    const phone = newClientId()
    expect(await pushEdit(investor, { position: 'Partner' }, undefined, phone)).toMatchObject({ status: 'applied' })
    await edit(investor.listing, { position: 'General Partner' })
    // The admin writes the same text again: the phone has still not seen what became of it.
    await edit(investor.listing, { position: 'Partner' })
    expect(await pushEdit(investor, { position: 'Principal' }, undefined, phone)).toMatchObject({
      ...{ status: 'refused', code: 'owners.edited-elsewhere' },
    })
  })
})

describe('contact details', () => {
  test('are replaced by a decision of its own: buyers get the new ones, and the listing stays approved', async () => {
    const investor = await investorWith()
    const buyer = await app.member()
    const { body } = await startPayment(buyer, investor.listing)
    await payWithCard(app, body.clientSecret, CARDS.good)
    await confirmUnlock(buyer, body.clientSecret, investor.listing)
    const link = 'https://calendly.com/alan/new-canary'
    expect((await replace(investor.listing, { meetingLink: link, email: 'new-canary@example.org' })).status).toBe(200)
    expect((await held(buyer)).contacts).toMatchObject([{ email: 'new-canary@example.org', meetingLink: link }])
    expect(await findListing(db, investor.listing)).toMatchObject({ isVerified: true, meetingUrl: link, calendlyLink: link })
    expect(await noticesOf(investor)).toEqual([{ kind: 'listing-changed', facts: { what: 'contact' } }])
  })

  test('are in no reply, no log and no mail', async () => {
    const investor = await investorWith()
    const { status, body } = await replace(investor.listing, { email: 'new-canary@example.org', telegramUrl: '@new_canary' })
    expect(status).toBe(200)
    expect(body.given).toEqual(['email', 'meetingLink', 'telegramUrl'])
    const log = await auditEntriesOf(db, investor.listing)
    expect(log).toMatchObject([{ action: 'replaced contact details', after: { fields: 'Email, Telegram', note: REASON } }])
    const mails = await listMails(db, { recipient: investor.user.email })
    expect(JSON.stringify([body, await view(investor.listing), log, mails])).not.toContain('canary')
  })

  test('a website is shown to the admin only while it is public', async () => {
    const investor = await investorWith({ websiteUrl: 'https://canary.example' })
    expect(await view(investor.listing)).toMatchObject({ website: null, given: ['email', 'meetingLink', 'websiteUrl'] })
    const { body } = await replace(investor.listing, { isWebsitePublic: true })
    expect(body).toMatchObject({ website: 'https://canary.example' })
  })

  test('cannot all be removed', async () => {
    const investor = await investorWith({ isVentureCapital: true, contactType: 'meeting' })
    const refused = await replace(investor.listing, { meetingLink: null })
    expect(refused).toMatchObject({ status: 422, body: { code: 'owners.no-contact' } })
  })
})

describe('a pause', () => {
  const SOON = dayAhead(8, Date.now())

  test('ends the sale until its day, and a resume begins it again', async () => {
    const investor = await investorWith()
    expect((await pause(investor.listing, SOON)).body).toMatchObject({ pausedUntil: SOON })
    const buyer = await app.member()
    expect((await startPayment(buyer, investor.listing)).body).toMatchObject({ code: 'unlocks.paused' })
    expect((await held(investor)).ownListings).toMatchObject([{ pausedUntil: SOON }])
    expect((await pause(investor.listing, null)).body).toMatchObject({ pausedUntil: null })
    expect((await startPayment(buyer, investor.listing)).status).toBe(200)
    expect(await auditEntriesOf(db, investor.listing)).toMatchObject([
      { action: 'paused', before: { pausedUntil: null, note: null }, after: { pausedUntil: SOON, note: REASON } },
      { action: 'resumed', before: { pausedUntil: SOON, note: null }, after: { pausedUntil: null, note: REASON } },
    ])
    expect((await noticesOf(investor)).map(({ facts }) => facts)).toEqual(
      expect.arrayContaining([{ what: 'pause' }, { what: 'resume' }]),
    )
  })

  test('of more than a year is refused', async () => {
    const investor = await investorWith()
    expect(await pause(investor.listing, dayAhead(400, Date.now()))).toMatchObject({
      ...{ status: 422, body: { code: 'owners.pause-too-long' } },
    })
  })
})
