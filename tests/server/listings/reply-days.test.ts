import { describe, expect, test } from 'vitest'
import type { OrderId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { account } from '#tests/support/actors/account.ts'
import { buy } from '#tests/support/actors/earnings.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { CARDS, confirmUnlock, payWithCard, runJob, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { findListing } from '#tests/support/state/investors.ts'
import { listMails } from '#tests/support/state/mails.ts'

const app = await startTestApp()
const { db, sql } = app.database

const DAY_MS = 24 * 60 * 60 * 1000

async function setDays(as: Client, vcId: VcId, days: number, id = newMutationId()) {
  const mutation = { id, name: 'listing.replyDays', args: { vcId, days }, madeAt: new Date().toISOString() }
  const { body } = await as.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  return body.results[0]
}

const anInvestor = () => startInvestor(app, { price: cents(5000), partnerName: 'Ines Moreau' })
const aFounder = () => account(app, { firstName: 'Noa', lastName: 'Berg', emailVerifiedAt: new Date() })
const agreedWith = async (founder: Client) => (await held(founder)).orders?.map(({ replyDays }) => replyDays)
type Shown = { id: VcId; replyDays?: number }
const { epoch, cursor } = (await app.visitor().get<{ epoch: string; cursor: string }>('/api/sync/directory/snapshot')).body

/** What founders read before they pay, and what other programs read. */
async function publicDays(vcId: VcId) {
  const { body } = await app.visitor().get<Shown[]>('/api/vcs')
  const { put } = (await app.visitor().get<{ put: { investors: Shown[] } }>(`/api/sync/directory?epoch=${epoch}&since=${cursor}`))
    .body
  return [put.investors, body].map((all) => all.find(({ id }) => id === vcId)?.replyDays)
}

describe('an owner sets the days for a reply', () => {
  test('they are public at once, without a review, and audited; a repeated mutation changes nothing', async () => {
    const investor = await anInvestor()
    const vcId = investor.listing
    expect((await held(investor)).ownListings?.[0]?.replyDays).toBeNull()
    expect(await publicDays(vcId)).toEqual([undefined, 5])
    const id = newMutationId()
    expect(await setDays(investor, vcId, 3, id)).toMatchObject({ status: 'applied' })
    expect(await setDays(investor, vcId, 3, id)).toMatchObject({ status: 'duplicate' })
    await setDays(investor, vcId, 3)
    expect(await publicDays(vcId)).toEqual([3, 3])
    const own = (await held(investor)).ownListings?.[0]
    expect(own).toMatchObject({ replyDays: 3, isVerified: true, reviewStatus: 'approved' })
    const set = (await auditEntriesOf(db, vcId)).filter(({ action }) => action === 'reply days')
    expect(set).toMatchObject([{ actorId: investor.user.id, before: { replyDays: null }, after: { replyDays: 3 } }])
  })

  test('days that are set during a review are no edit that the review has not seen', async () => {
    const investor = await startInvestor(app, { isVerified: false, reviewStatus: 'pending' })
    await setDays(investor, investor.listing, 3)
    expect(await findListing(db, investor.listing)).toMatchObject({ replyDays: 3, hasUnreviewedEdits: false })
  })

  test.each([0, 7, 2.5])('%s days are refused: a day of the guarantee is left to the founder', async (days) => {
    const investor = await anInvestor()
    expect(await setDays(investor, investor.listing, days)).toMatchObject({ status: 'refused', code: 'invalid' })
  })

  test('another account cannot set them', async () => {
    const [investor, other] = [await anInvestor(), await anInvestor()]
    expect(await setDays(other, investor.listing, 1)).toMatchObject({ status: 'refused', code: 'not-found' })
    expect((await held(investor)).ownListings?.[0]?.replyDays).toBeNull()
  })
})

describe('the days are fixed at the purchase', () => {
  test('a later change alters nothing that was sold, and five days apply where none were set', async () => {
    const investor = await anInvestor()
    const [early, late] = [await aFounder(), await aFounder()]
    await buy(app, early, investor.listing)
    await setDays(investor, investor.listing, 2)
    await buy(app, late, investor.listing)
    await setDays(investor, investor.listing, 6)
    expect([await agreedWith(early), await agreedWith(late)]).toEqual([[5], [2]])
  })

  test.each([
    ['fewer days than when the payment was begun', 5, 2, 2],
    ['more days than when the payment was begun', 2, 5, 2],
  ])('a founder who pays after reading %s has the fewer ones', async (_, before, after, agreed) => {
    const investor = await anInvestor()
    const founder = await aFounder()
    const start = () => startPayment(founder, investor.listing, { vcType: 'platform' })
    await setDays(investor, investor.listing, before)
    const { clientSecret } = (await start()).body
    await setDays(investor, investor.listing, after)
    expect((await start()).body.clientSecret).toBe(clientSecret)
    await payWithCard(app, clientSecret, CARDS.good)
    await confirmUnlock(founder, clientSecret, investor.listing)
    expect(await agreedWith(founder)).toEqual([agreed])
  })

  test('the investor reads in the mail about the sale when the founder expects a reply', async () => {
    const investor = await anInvestor()
    await setDays(investor, investor.listing, 1)
    await buy(app, await aFounder(), investor.listing)
    // Its text is erased once it is sent.
    const mail = await mailTo(app, investor.user.email, /unlocked your contact/)
    expect(mail.text).toContain('a reply within a day')
  })

  test.each([
    ['before its own two days are over', 2, 1.9, 0],
    ['after its own two days', 2, 2.1, 1],
    ['before its own six days are over', 6, 5.9, 0],
    ['after its own six days', 6, 6.1, 1],
  ])('the founder is reminded of the guarantee %s', async (_, days, age, mails) => {
    const [investor, founder] = [await anInvestor(), await aFounder()]
    await setDays(investor, investor.listing, days)
    await buy(app, founder, investor.listing)
    await setDays(investor, investor.listing, days === 2 ? 6 : 2)
    const paidAt = new Date(Date.now() - age * DAY_MS).toISOString()
    await sql<{ id: OrderId }[]>`update orders set paid_at = ${paidAt} where target_id = ${investor.listing}`
    await runJob(app, 'replies.offer-guarantee')
    const sent = await listMails(db, { template: 'no-reply', recipient: founder.user.email })
    expect(sent).toHaveLength(mails)
    for (const { text } of sent) expect(text).toContain(`more than ${days} days ago`)
  })
})
