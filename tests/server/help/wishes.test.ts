import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import type { VcId } from '#shared/ids.ts'
import type { AdminProfileRequest, MailedRequest, ProfileAsked, RequestOutcome } from '#shared/profile-requests/contract.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { movableClock, staySignedIn } from '#tests/support/actors/earnings.ts'
import { held } from '#tests/support/actors/listings.ts'
import { CARDS, confirmUnlock, listInvestor, payWithCard, runJob, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { findListing, findRecord, listListings } from '#tests/support/state/investors.ts'
import { listProfileRequests } from '#tests/support/state/team.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now } })
const { db } = app.database
const boss = await app.member()
await grantAdmin(app, boss)
let people = 0

async function aRecord(about: Parameters<typeof listInvestor>[1] = {}) {
  people += 1
  const email = `grace-${people}@harbour.example`
  return { id: await listInvestor(db, { email, name: `Grace ${people}`, telegram: `@grace_${people}`, ...about }), email }
}

const ask = (id: VcId, kind: 'claim' | 'remove', body: unknown = {}) =>
  app.visitor().post<ProfileAsked & { code?: string }>(`/api/listings/${id}/${kind}`, body)
const look = (token: string) => app.visitor().post<MailedRequest>('/api/profile-requests/look', { token })
const confirm = (client: Client, token: string) =>
  client.post<RequestOutcome & { code?: string }>('/api/profile-requests/confirm', { token })
const queueOf = async (id: VcId) =>
  (await boss.get<AdminProfileRequest[]>('/api/admin/profile-requests')).body.filter(({ vcId }) => vcId === id)
const decide = (pending: AdminProfileRequest | undefined, decision: 'approve' | 'decline') =>
  boss.post<{ code?: string }>(`/api/admin/profile-requests/${pending?.id}`, { decision }, { method: 'PATCH' })
const verify = (id: VcId) => boss.post(`/api/admin/vcs/${id}/verify`, { isVerified: true }, { method: 'PATCH' })
const linkFor = async (email: string, subject: RegExp) => tokenIn(await mailTo(app, email, subject))
const isKept = async (id: VcId) => (await findRecord(db, id)) !== undefined
const rowsOf = (vcId: VcId) => listProfileRequests(db, { vcId })

/** The effect of an import on a record that the source no longer contains. */
const unlist = (id: VcId) => db.update(directoryInvestors).set({ unlistedAt: new Date() }).where(eq(directoryInvestors.id, id))

/** An account that has claimed a record, with the mail to its mailbox or with the approval of the team. */
async function claimedBy(email: string, record: VcId) {
  const owner = await app.member({ userType: 'angel' })
  expect((await confirm(owner, await linkFor(email, /Take over/))).body).toEqual({ outcome: 'claimed' })
  const [profile] = await listListings(db, { userId: owner.user.id, replacesId: record })
  return { owner, profile: profile?.id as VcId }
}

describe('a record that has left the source', () => {
  test('is removed by its mailbox, with an earlier or a later link, and from the buyers of its contact', async () => {
    const { id, email } = await aRecord()
    const buyer = await app.member()
    const { clientSecret } = (await startPayment(buyer, id)).body
    await payWithCard(app, clientSecret, CARDS.good)
    await confirmUnlock(buyer, clientSecret, id)
    await ask(id, 'remove')
    const token = await linkFor(email, /Remove your profile/)
    await unlist(id)
    expect((await held(buyer)).contacts).toHaveLength(1)
    expect((await ask(id, 'remove')).body).toEqual({ success: true, next: 'mail' })
    expect((await look(token)).body).toMatchObject({ kind: 'remove' })
    expect((await confirm(app.visitor(), token)).body).toEqual({ outcome: 'removed' })
    expect((await held(buyer)).contacts).toBeUndefined()
    const again = { source: 'file', records: [{ id, fields: { name: 'Grace again', email } }], confirm: true } as const
    await importListing({ db }, again)
    expect(await isKept(id)).toBe(false)
  })

  test('is removed by the team if it has no mailbox, and a claim of it can be declined', async () => {
    const { id } = await aRecord({ email: null })
    await ask(id, 'claim', { email: 'claims@home.example', message: 'It is mine.' })
    await unlist(id)
    expect((await ask(id, 'claim', { email: 'late@home.example' })).body.code).toBe('not-found')
    expect((await ask(id, 'remove', { email: 'removes@home.example', message: 'Call 555.' })).body.next).toBe('team')
    const requests = await queueOf(id)
    const claim = requests.find(({ kind }) => kind === 'claim')
    expect((await decide(claim, 'approve')).body.code).toBe('review.moved-on')
    expect((await decide(claim, 'decline')).status).toBe(200)
    await mailTo(app, 'claims@home.example', /About your profile request/)
    expect(
      (
        await decide(
          requests.find(({ kind }) => kind === 'remove'),
          'approve',
        )
      ).status,
    ).toBe(200)
    await mailTo(app, 'removes@home.example', /is removed/)
    expect(await isKept(id)).toBe(false)
    expect((await queueOf(id)).every(({ email, message }) => email === null && message === null)).toBe(true)
  })
})

describe('a request about a record that an account has replaced', () => {
  async function besides() {
    const { id } = await aRecord({ email: null })
    const [one, two] = [`one-${people}@home.example`, `two-${people}@home.example`]
    await ask(id, 'claim', { email: one })
    await ask(id, 'remove', { email: two, message: 'Call 555.' })
    const requests = await queueOf(id)
    await decide(
      requests.find(({ kind }) => kind === 'claim'),
      'approve',
    )
    const claimant = await claimedBy(one, id)
    expect((await verify(claimant.profile)).status).toBe(200)
    return { id, two, pending: requests.find(({ kind }) => kind === 'remove'), ...claimant }
  }

  test('is not approved, and can be declined: the mail gives the reason', async () => {
    const { id, two, pending } = await besides()
    expect((await decide(pending, 'approve')).body.code).toBe('review.record-taken')
    expect((await decide(pending, 'decline')).status).toBe(200)
    expect((await mailTo(app, two, /An account already manages/)).text).toContain('An account now manages this profile')
    expect((await queueOf(id)).find(({ kind }) => kind === 'remove')).toMatchObject({ status: 'declined', message: null })
    expect(await isKept(id)).toBe(true)
  })

  test('ends with the record when that account is erased, and nothing of it is kept', async () => {
    const { id, owner } = await besides()
    expect((await owner.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
    expect(await isKept(id)).toBe(false)
    const rows = await rowsOf(id)
    expect(rows.map(({ status, email, message }) => ({ status, email, message }))).toEqual(
      Array(2).fill({ status: 'done', email: null, message: null }),
    )
  })

  test('about a deleted profile can be declined', async () => {
    const { id } = await aRecord({ email: null })
    await ask(id, 'remove', { email: 'nowhere@home.example' })
    await db.delete(directoryInvestors).where(eq(directoryInvestors.id, id))
    const [pending] = await queueOf(id)
    expect((await decide(pending, 'approve')).body.code).toBe('review.moved-on')
    expect((await decide(pending, 'decline')).status).toBe(200)
    expect((await mailTo(app, 'nowhere@home.example', /About your profile request/)).text).toContain(
      'You asked about a listed profile.',
    )
  })
})

test('the address and the text of an approved claim are deleted with the link that was mailed for it', async () => {
  const { id } = await aRecord({ email: null })
  await ask(id, 'claim', { email: 'offered@home.example', message: 'Call 555.' })
  const [pending] = await queueOf(id)
  await decide(pending, 'approve')
  expect(await queueOf(id)).toMatchObject([{ status: 'mailed', email: 'offered@home.example', message: null }])
  await runJob(app, 'profile-requests.prune')
  expect(await queueOf(id)).toMatchObject([{ email: 'offered@home.example' }])
  clock.forwardDays(7)
  await staySignedIn(db, clock.now())
  await runJob(app, 'profile-requests.prune')
  expect(await rowsOf(id)).toMatchObject([{ status: 'mailed', email: null, message: null, tokenHash: null }])
})

test('a removal waits for a concurrent approval of the same record, and leaves the approved profile unchanged', async () => {
  const { id, email } = await aRecord()
  await ask(id, 'claim')
  const { profile, owner } = await claimedBy(email, id)
  await ask(id, 'remove')
  const token = await linkFor(email, /Remove your profile/)

  const approval = await openTransaction(app.database)
  await approval.lock('users', owner.user.id)
  await approval.lock('vcs', profile)
  const removal = confirm(app.visitor(), token)
  await untilWaiting(app.database, 1)
  await approval.write((sql) => sql`update vcs set is_verified = true, review_status = 'approved' where id = ${profile}`)
  await approval.end('commit')
  expect((await removal).body.code).toBe('profiles.has-owner')
  expect(await isKept(id)).toBe(true)
  expect(await findListing(db, profile)).toMatchObject({ isVerified: true, isActive: true })
})
