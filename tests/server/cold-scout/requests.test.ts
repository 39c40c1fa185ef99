import { expect, test } from 'vitest'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import { seedColdFunds } from '#server/seed/cold-funds.ts'
import type { DecisionMakerId } from '#shared/ids.ts'
import type { AdminProfileRequest, MailedRequest, ProfileAsked, RequestOutcome } from '#shared/profile-requests/contract.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { held } from '#tests/support/actors/listings.ts'
import { CARDS, intentOf, orderOfIntent, payWithCard } from '#tests/support/actors/money.ts'
import { confirmPerson, GRETA, listFund, startPerson } from '#tests/support/actors/order-kinds.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { listDecisionMakers, listListings } from '#tests/support/state/investors.ts'
import { listProfileRequests } from '#tests/support/state/team.ts'

const app = await startTestApp()
const { db } = app.database

const GRETA_AT_HOME = 'greta@home.example'
const ask = (id: string, kind: 'claim' | 'remove', body: unknown = { email: GRETA_AT_HOME }) =>
  app.visitor().post<ProfileAsked & { code?: string }>(`/api/listings/${id}/${kind}`, body)
const isListed = async (id: DecisionMakerId) => (await listDecisionMakers(db, { id })).length > 0

async function startAdmin() {
  const person = await app.member()
  await grantAdmin(app, person)
  return person
}
async function decide(admin: Client, vcId: string, decision: 'approve' | 'decline') {
  const queue = (await admin.get<AdminProfileRequest[]>('/api/admin/profile-requests')).body
  const request = queue.find((one) => one.vcId === vcId && one.status === 'open')
  const reply = await admin.post(`/api/admin/profile-requests/${request?.id}`, { decision }, { method: 'PATCH' })
  return { request, reply }
}

async function buy(id: DecisionMakerId) {
  const buyer = await app.member()
  const { clientSecret } = (await startPerson(buyer, id)).body
  await payWithCard(app, clientSecret, CARDS.good)
  await confirmPerson(buyer, clientSecret, id)
  return { buyer, clientSecret }
}

test('a decision maker who wants to be left out is removed permanently: from the page, from buyers, from later imports', async () => {
  const { id, slug } = await listFund(db)
  const { buyer, clientSecret } = await buy(id)
  expect((await held(buyer)).decisionMakers).toHaveLength(1)

  expect((await ask(id, 'remove', {})).body).toEqual({ success: false, next: 'address' })
  expect((await ask(id, 'remove')).body).toEqual({ success: true, next: 'team' })
  const { request, reply } = await decide(await startAdmin(), id, 'approve')
  expect(request).toMatchObject({ name: GRETA.fullName, fund: 'Quiet Capital', kind: 'remove' })
  expect(reply.status).toBe(200)

  expect(await isListed(id)).toBe(false)
  expect((await held(buyer)).decisionMakers).toBeUndefined()
  expect((await app.visitor().get<{ decisionMakers: [] }>(`/api/cold-investors/${slug}`)).body.decisionMakers).toEqual([])
  await expect.poll(async () => (await orderOfIntent(db, intentOf(clientSecret))).status).toBe('refunded')
  const record = { id: 'recGreta', fields: { name: GRETA.fullName, linkedin: GRETA.linkedinUrl } }
  expect(await importListing({ db }, { source: 'file', records: [record] })).toMatchObject({ added: 0, suppressed: 1 })
})

test('seeding the sample data again restores no removed person', async () => {
  await seedColdFunds(db)
  const [person] = await listDecisionMakers(db, { position: 0 })
  if (!person) throw new Error('The sample has no people.')
  await ask(person.id, 'remove')
  await decide(await startAdmin(), person.id, 'approve')
  await seedColdFunds(db)
  expect(await isListed(person.id)).toBe(false)
})

test('a stranger who asks about a decision maker never learns the name that is sold', async () => {
  const { id } = await listFund(db)
  const reply = await ask(id, 'claim', { email: 'curious@stranger.example' })
  await decide(await startAdmin(), id, 'decline')
  const mail = await mailTo(app, 'curious@stranger.example', /About your profile request/)
  expect(JSON.stringify([reply.body, mail])).not.toContain(GRETA.fullName)
  expect(await isListed(id)).toBe(true)
})

test('a decision maker who claims the entry becomes an applicant, and the line in Cold Scout is deleted', async () => {
  const { id } = await listFund(db)
  await ask(id, 'claim', { email: 'greta-claims@home.example' })
  await decide(await startAdmin(), id, 'approve')
  const token = tokenIn(await mailTo(app, 'greta-claims@home.example', /Take over your profile/))
  const look = await app.visitor().post<MailedRequest>('/api/profile-requests/look', { token })
  expect(look.body).toEqual({ kind: 'claim', name: `${GRETA.role} of Quiet Capital` })
  const owner = await app.member({ userType: 'vc' })
  expect((await owner.post<RequestOutcome>('/api/profile-requests/confirm', { token })).body).toEqual({ outcome: 'claimed' })
  const [profile] = await listListings(db, { userId: owner.user.id })
  expect(profile).toMatchObject({
    partnerName: GRETA.fullName,
    fundName: 'Quiet Capital',
    reviewStatus: 'pending',
    isVerified: false,
  })
  expect(await isListed(id)).toBe(false)
  expect(await listProfileRequests(db, { email: 'greta-claims@home.example' })).toEqual([])
})
