import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { profileRequests, vcs } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import type { VcId } from '#shared/ids.ts'
import type { AdminProfileRequest, ProfileAsked } from '#shared/profile-requests/contract.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { mailsTo, mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { ask, confirm, setUp } from './setup.ts'

const { app, db, listed, look, isShown, tokenFor } = await setUp()

async function admin() {
  const person = await app.member()
  await grantAdmin(app, person)
  const queue = async () => (await person.get<AdminProfileRequest[]>('/api/admin/profile-requests')).body
  const decide = (id: string, decision: string) =>
    person.post<{ code?: string }>(`/api/admin/profile-requests/${id}`, { decision }, { method: 'PATCH' })
  return { ...person, queue, decide }
}

describe('if the record has no address', () => {
  test('the team decides, and an address for the answer is required', async () => {
    const { id } = await listed({ email: null })
    const boss = await admin()
    expect((await ask(app.visitor(), id, 'remove')).body).toEqual({ success: false, next: 'address' })
    const request = { email: 'grace@home.example', message: 'This is me.' }
    for (const _ of [1, 2])
      expect((await ask(app.visitor(), id, 'remove', request)).body).toEqual({ success: true, next: 'team' })
    expect(await isShown(id)).toBe(true)

    const waiting = (await boss.queue()).filter(({ vcId }) => vcId === id)
    expect(waiting).toMatchObject([{ kind: 'remove', status: 'open', ...request }])
    const [entry] = waiting
    expect((await boss.decide(entry?.id ?? '', 'approve')).status).toBe(200)
    expect(await isShown(id)).toBe(false)
    await mailTo(app, request.email, /is removed/)
    expect((await boss.decide(entry?.id ?? '', 'approve')).body.code).toBe('review.moved-on')
    expect((await boss.queue()).find(({ vcId }) => vcId === id)).toMatchObject({
      status: 'done',
      email: null,
      message: null,
      name: null,
    })
  })

  test('an approved claim gets the link; a declined one an answer', async () => {
    const boss = await admin()
    const [believed, not] = [await listed({ email: null }), await listed({ email: null })]
    await ask(app.visitor(), believed.id, 'claim', { email: 'yes@home.example' })
    await ask(app.visitor(), not.id, 'claim', { email: 'no@home.example' })
    for (const { id, vcId } of await boss.queue()) {
      if (vcId === believed.id) await boss.decide(id, 'approve')
      if (vcId === not.id) await boss.decide(id, 'decline')
    }
    const owner = await app.member({ userType: 'angel' })
    expect((await confirm(owner, await tokenFor('yes@home.example', /Take over/))).body).toEqual({ outcome: 'claimed' })
    await mailTo(app, 'no@home.example', /About your profile request/)
    expect(await isShown(not.id)).toBe(true)
  })

  test('the oldest request stays at the top of the queue, with any number of later ones', async () => {
    const { id } = await listed({ email: null })
    const boss = await admin()
    const request = { vcId: id as VcId, kind: 'remove', status: 'open' } as const
    const email = (at: number) => `invented-${at}@example.com`
    const later = Array.from({ length: 600 }, (_, at) => ({ ...request, id: newId<string>('prq'), email: email(at) }))
    await db
      .insert(profileRequests)
      .values([{ ...request, id: 'prq_oldest', email: 'grace@home.example', createdAt: new Date(0) }])
    await db.insert(profileRequests).values(later)
    expect((await boss.queue())[0]).toMatchObject({ id: 'prq_oldest', status: 'open' })
    await db.delete(profileRequests).where(eq(profileRequests.vcId, id as VcId))
  })

  test('one client address makes three requests of a kind an hour about a record, and does not block other addresses', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' } })
    const [id, other] = [
      await listInvestor(limited.database.db, { email: null }),
      await listInvestor(limited.database.db, { email: null }),
    ]
    const from = (address: string, at: number, record = id, kind: 'claim' | 'remove' = 'claim') =>
      limited
        .visitor()
        .post<ProfileAsked>(
          `/api/listings/${record}/${kind}`,
          { email: `invented-${at}@example.com` },
          { headers: { 'x-forwarded-for': address } },
        )
    const statuses: number[] = []
    for (let at = 0; at < 4; at += 1) statuses.push((await from('6.6.6.6', at)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    // A pending request is not refused, nor is one of the other kind, or about another record.
    expect((await from('6.6.6.6', 0)).body).toEqual({ success: true, next: 'team' })
    expect((await from('6.6.6.6', 11, id, 'remove')).status).toBe(200)
    expect((await from('6.6.6.6', 12, other)).status).toBe(200)
    for (let block = 0; block < 10; block += 1) await from(`7.7.7.${block}`, 20 + block)
    expect((await from('10.0.0.1', 40)).body).toEqual({ success: true, next: 'team' })
  })

  test('only an admin sees or decides', async () => {
    for (const person of [app.visitor(), await app.member()]) {
      expect([401, 403]).toContain((await person.get('/api/admin/profile-requests')).status)
      const { status } = await person.post('/api/admin/profile-requests/prq_1', { decision: 'approve' }, { method: 'PATCH' })
      expect([401, 403]).toContain(status)
    }
  })
})

describe('refused requests', () => {
  test.each([
    ['an unknown profile', async () => 'recUnknown', 404, 'not-found'],
    ['an invalid id', async () => '%3Cscript%3E', 422, 'invalid'],
  ])('%s', async (_, id, status, code) => {
    for (const kind of ['claim', 'remove'] as const) {
      expect(await ask(app.visitor(), await id(), kind)).toMatchObject({ status, body: { code } })
    }
  })

  test('the profile of an account', async () => {
    const id = 'vc_owned' as VcId
    await db.insert(vcs).values({ id, fundName: 'Own', partnerName: 'Own', isVerified: true })
    expect(await ask(app.visitor(), id, 'remove')).toMatchObject({ status: 409, body: { code: 'profiles.has-owner' } })
  })

  test('a link that is guessed, truncated or expired', async () => {
    const { id, email } = await listed()
    await ask(app.visitor(), id, 'remove')
    const token = await tokenFor(email, /Remove/)
    expect((await confirm(app.visitor(), 'x'.repeat(43))).body.code).toBe('accounts.link-invalid')
    expect((await confirm(app.visitor(), 'short')).status).toBe(422)
    await db
      .update(profileRequests)
      .set({ expiresAt: new Date(0) })
      .where(eq(profileRequests.vcId, id))
    expect((await confirm(app.visitor(), token)).body.code).toBe('accounts.link-invalid')
    expect((await look(token)).status).toBe(409)
    expect(await isShown(id)).toBe(true)
  })

  test('a mailbox is not flooded, and a repeated request gets the same answer', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
    const id = await listInvestor(strict.world.db, { email: 'flooded@harbour.example' })
    for (const _ of Array.from({ length: 6 })) {
      expect((await ask(strict.visitor(), id, 'remove')).body).toEqual({ success: true, next: 'mail' })
    }
    await mailTo(strict, 'flooded@harbour.example', /Remove/)
    expect((await mailsTo(strict, 'flooded@harbour.example', /Remove/)).length).toBe(1)
    // A mail that a stranger requested works for the owner of the mailbox. After ten minutes another one is sent.
    await strict.database.sql`update rate_limits set window_start = now() - interval '10 minutes' where bucket = 'profile-mail'`
    await ask(strict.visitor(), id, 'remove')
    await expect.poll(async () => (await mailsTo(strict, 'flooded@harbour.example', /Remove/)).length).toBe(2)
    const [first] = await mailsTo(strict, 'flooded@harbour.example', /Remove/)
    expect((await look(tokenIn(first as never), strict)).status).toBe(200)
  })

  test('claims of strangers do not block the mail for a removal', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
    const id = await listInvestor(strict.world.db, { email: 'withheld@harbour.example' })
    for (const _ of Array.from({ length: 6 })) await ask(strict.visitor(), id, 'claim')
    await ask(strict.visitor(), id, 'remove')
    await mailTo(strict, 'withheld@harbour.example', /Remove/)
  })
})

test('of two claims of one account in parallel, one is an application and the other is refused', async () => {
  const owner = await app.member({ userType: 'vc' })
  const records = [await listed(), await listed()]
  const tokens: string[] = []
  for (const { id, email } of records) {
    await ask(app.visitor(), id, 'claim')
    tokens.push(await tokenFor(email, /Take over/))
  }
  // Both have read the account's applications, or wait for each other, when the first one is stored.
  const aside = app.database.connectAgain()
  const blocker = await openTransaction(aside)
  for (const { id } of records) await blocker.lock('directory_investors', id)
  const confirming = tokens.map((token) => confirm(owner, token))
  await untilWaiting(aside, 2)
  await blocker.end('commit')
  const replies = await Promise.all(confirming)
  expect(replies.map(({ body }) => body.outcome ?? body.code).sort()).toEqual(['applications.pending', 'claimed'])
})
