import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payoutAccounts, sessions } from '#drizzle/schema/index.ts'
import { issueLink } from '#server/features/accounts/credentials/tokens.ts'
import { refreshPayee } from '#server/features/earnings/payouts/payout-account.ts'
import type { BankAccount } from '#shared/earnings/bank-account.ts'
import { cents } from '#shared/money.ts'
import { proveNow } from '#tests/support/actors/admins.ts'
import { buy } from '#tests/support/actors/earnings.ts'
import { startInvestor } from '#tests/support/actors/listings.ts'
import { deliver, rewriteIntent, silenceWebhooks } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { inOrder } from '#tests/support/in-order.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { receivedEvent } from '#tests/support/state/inbox.ts'
import { waitingJobs } from '#tests/support/state/jobs.ts'
import { mailKindsTo } from '#tests/support/state/mails.ts'
import { listProviderObjects, providerObject } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'
import { begin, disconnect, type Investor, lineOf, open, payableOf, setUp } from './setup.ts'

const { clock, app, db, post, make, batchOf, accountOf, startReady } = await setUp()

const stateOf = async (investor: Investor) => (await investor.get<BankAccount>('/api/earnings/account')).body.state

test('a payout account is created with controller properties, and its losses are the platform’s', async () => {
  const investor = await startInvestor(app)
  await begin(investor)
  const id = (await accountOf(investor))?.providerId ?? ''
  expect(await providerObject(db, id)).toMatchObject({
    controller: { losses: { payments: 'application' }, fees: { payer: 'application' }, stripe_dashboard: { type: 'express' } },
  })
})

test('an account is ready when the provider’s API reports it, and not when an event does', async () => {
  const investor = await startInvestor(app)
  expect(await stateOf(investor)).toBe('none')
  const [first, second] = await Promise.all([begin(investor), begin(investor)])
  expect([first.status, second.status]).toEqual([200, 200])
  expect(await listProviderObjects(db, 'account', { metadata: { userId: investor.user.id } })).toHaveLength(1)
  expect(await stateOf(investor)).toBe('begun')
  const id = (await accountOf(investor))?.providerId ?? ''
  const sendEvent = (type: string, name: string, object: object) =>
    deliver(app, { id: name, object: 'event', type, livemode: false, account: id, data: { object } })
  const inboxOf = async (name: string) => (await receivedEvent(db, name))?.status

  await sendEvent('account.updated', 'evt_lie', { id, object: 'account', details_submitted: true, payouts_enabled: true })
  await until(
    () => inboxOf('evt_lie'),
    (status) => status === 'done',
  )
  expect((await accountOf(investor))?.arePayoutsEnabled).toBe(false)

  const back = await open(first.body.url)
  expect([back.status, back.headers.get('location')]).toEqual([303, `${app.url}/earnings`])
  await eventually(async () => expect((await accountOf(investor))?.arePayoutsEnabled).toBe(true), 5000)
  expect(await stateOf(investor)).toBe('ready')
  // A link opens once: it redirects, and changes nothing.
  await rewriteIntent(db, id, { payouts_enabled: false })
  expect((await open(first.body.url)).status).toBe(303)

  // Their bank returned a payout: the account is read again.
  await sendEvent('payout.failed', 'evt_bounced', { id: 'po_1', object: 'payout' })
  await until(
    () => inboxOf('evt_bounced'),
    (status) => status === 'done',
  )
  expect((await accountOf(investor))?.arePayoutsEnabled).toBe(false)

  await deliver(app, { id: 'evt_own', type: 'payout.paid', livemode: false, data: { object: { id: 'po_2', object: 'payout' } } })
  await sendEvent('payout.paid', 'evt_ours', { id: 'po_3', object: 'payout' })
  await deliver(app, {
    id: 'evt_foreign',
    type: 'account.updated',
    livemode: false,
    data: { object: { id: 'acct_no', object: 'account' } },
  })
  await until(
    () => Promise.all(['evt_own', 'evt_ours', 'evt_foreign'].map(inboxOf)),
    (all) => !all.includes('pending'),
  )
  expect(await Promise.all(['evt_own', 'evt_ours', 'evt_foreign'].map(inboxOf))).toEqual(['ignored', 'done', 'ignored'])
})

test('only an approved investor after a fresh step-up can open a payout account', async () => {
  const founder = await app.member()
  expect([
    (await founder.post('/api/earnings/account')).status,
    (await app.visitor().post('/api/earnings/account')).status,
  ]).toEqual([403, 401])
  expect((await founder.get<BankAccount>('/api/earnings/account')).body.state).toBe('off')
  const investor = await startInvestor(app)
  clock.forwardDays(1)
  expect((await begin(investor)).body.code).toBe('step-up')
  expect(await accountOf(investor)).toBeUndefined()
})

const subjectsTo = async ({ user }: Investor) =>
  (await mailKindsTo(db, user.email)).filter((template) => template.startsWith('bank-account'))

test('a report of the provider that a later one has overtaken changes nothing', async () => {
  const investor = await startInvestor(app)
  await begin(investor)
  const providerId = (await accountOf(investor))?.providerId ?? ''
  const report = (isReady: boolean) => ({ id: providerId, areDetailsSubmitted: isReady, arePayoutsEnabled: isReady })
  const refresh = (readAccount: () => Promise<ReturnType<typeof report>>) =>
    refreshPayee({ db, now: clock.now, payments: { readAccount } })
  /** Its first report is old when it arrives: another read was quicker. */
  const readLate = async () => {
    let reads = 0
    const early = refresh(async () => {
      reads += 1
      if (reads > 1) return report(true)
      await refresh(async () => report(true))(providerId)
      return report(false)
    })
    expect(await early(providerId)).toBe(true)
    expect((await accountOf(investor))?.arePayoutsEnabled).toBe(true)
  }
  await readLate()
  // The other read finds what is stored.
  await readLate()
  expect((await subjectsTo(investor)).filter((kind) => kind === 'bank-account-ready')).toHaveLength(1)
})

test('the owner is notified of a started and of a ready bank account, and for a week nothing is transferred to it', async () => {
  const ready = await startReady()
  expect((await subjectsTo(ready)).sort()).toEqual(['bank-account-begun', 'bank-account-ready'])
  await buy(app, app.visitor(), ready.listing)
  clock.forwardDays(8)
  // It was ready before, and not continuously since.
  const providerId = (await accountOf(ready))?.providerId ?? ''
  const readySince = clock.now()
  await db.update(payoutAccounts).set({ readySince }).where(eq(payoutAccounts.providerId, providerId))
  const read = async () => (await ready.get<BankAccount>('/api/earnings/account')).body
  expect(await read()).toEqual({
    state: 'ready',
    byHandUntil: new Date(readySince.getTime() + 7 * 24 * 60 * 60 * 1000).toISOString(),
  })
  const { body: early } = await make()
  expect(lineOf(early, payableOf(ready)).goes).toBe('by-hand')
  await post(`/${early.id}/withdraw`)
  clock.forwardDays(8)
  expect(await read()).toEqual({ state: 'ready' })
  const { body: batch } = await make()
  expect(lineOf(batch, payableOf(ready)).goes).toBe('by-transfer')
  await post(`/${batch.id}/withdraw`)
})

test('a bank account that a stranger set up is removed by an account recovery: waiting lines are paid by hand', async () => {
  const ready = await startReady()
  const providerId = (await accountOf(ready))?.providerId
  await buy(app, app.visitor(), ready.listing)
  clock.forwardDays(8)
  const { body: batch } = await make()
  expect(lineOf(batch, payableOf(ready)).goes).toBe('by-transfer')
  const { id: userId, email } = ready.user
  const { token } = await issueLink(db, { purpose: 'reset-password', userId, email, now: clock.now() })
  const reset = await app.visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'a-new-password-of-mine' })
  expect(reset.status).toBe(200)
  expect(await accountOf(ready)).toBeUndefined()
  expect(lineOf(await batchOf(batch.id), payableOf(ready)).goes).toBe('by-hand')
  expect(await subjectsTo(ready)).toContain('bank-account-disconnected')
  await post(`/${batch.id}/withdraw`)
  // Events of the old one change nothing.
  await deliver(app, {
    id: 'evt_former',
    type: 'account.updated',
    livemode: false,
    account: providerId,
    data: { object: { id: providerId, object: 'account' } },
  })
  expect(await accountOf(ready)).toBeUndefined()
})

test('a reset by mail wins against a bank account that was requested before it', async () => {
  const investor = await startInvestor(app, { price: cents(10_000) })
  const { id: userId, email } = investor.user
  const { token } = await issueLink(db, { purpose: 'reset-password', userId, email, now: clock.now() })
  const reset = () => app.visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'a-new-password-of-mine' })
  const [first, second] = await inOrder(app.database, userId, reset, () => begin(investor))
  expect([first.status, second.status]).toEqual([200, 401])
  expect(await accountOf(investor)).toBeUndefined()
})

test('an investor disconnects a bank account after a step-up, and sets up another one', async () => {
  const ready = await startReady()
  const providerId = (await accountOf(ready))?.providerId
  clock.forwardDays(0.5)
  await db.update(sessions).set({ expire: new Date(clock.now().getTime() + 3_600_000) })
  expect((await disconnect(ready)).body.code).toBe('step-up')
  await proveNow(app, ready)
  expect(await disconnect(ready)).toMatchObject({ status: 200, body: { state: 'none' } })
  expect((await disconnect(ready)).status).toBe(404)
  expect((await begin(ready)).status).toBe(200)
  expect((await accountOf(ready))?.providerId).not.toBe(providerId)
  expect(await stateOf(ready)).toBe('begun')
})

test('without an event, a visit of the page finds the account ready', async () => {
  await silenceWebhooks(db)
  const investor = await startInvestor(app)
  await open((await begin(investor)).body.url)
  expect((await accountOf(investor))?.arePayoutsEnabled).toBe(false)
  expect(await stateOf(investor)).toBe('ready')
  expect(await waitingJobs(db, 'earnings.send-payout')).toEqual([])
})

test('without its configuration there is nothing to set up', async () => {
  const plain = await startTestApp()
  const investor = await startInvestor(plain)
  expect((await investor.get<BankAccount>('/api/earnings/account')).body.state).toBe('off')
  expect((await investor.post('/api/earnings/account')).status).toBe(404)
})
