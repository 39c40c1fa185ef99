import { readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { investorStats } from '#drizzle/schema/index.ts'
import { seedDemo } from '#server/cli/seed.ts'
import { parseEnv } from '#server/env.ts'
import { listStats } from '#server/features/directory/queries.ts'
import { createLog } from '#server/log.ts'
import { seedActivity } from '#server/sample-activity.ts'
import { DEMO_INVESTOR } from '#server/seed/accounts.ts'
import type { AdminPayouts } from '#shared/earnings/admin.ts'
import { earningStatusFrom } from '#shared/earnings/maturity.ts'
import { readNotice } from '#shared/notices/kinds.ts'
import { type PrivateCollection, type PrivateDocs, privateCollections } from '#shared/sync/collections.ts'
import { held } from '#tests/support/actors/listings.ts'
import { runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { openViolations } from '#tests/support/state/ledger.ts'
import { countOfSample, leftBySample } from '#tests/support/state/sample.ts'

const PASSWORD = 'a-sample-password'
const database = await testDatabase()
const { db } = database
const log = createLog('silent')
const env = parseEnv({ NODE_ENV: 'test', SEED: 'demo', LOG_LEVEL: 'silent' })
const inputs = { ...database, env, log, now: () => new Date(), webFolder: '/nonexistent' }
await seedDemo({ db, demoPassword: PASSWORD })
const seededAt = new Date()
const wasWritten = await seedActivity(inputs)
// Before a server deletes what has expired.
const atOnce = await leftBySample(db, seededAt)
const app = await startTestApp({ env: { SEED: 'demo' }, database })

async function signIn(key: string) {
  const client = app.visitor()
  const reply = await client.post('/api/auth/login', { email: `${key}@latchkey.example`, password: PASSWORD })
  expect(reply.status).toBe(200)
  return client
}
const [founder, investor, admin] = [await signIn('founder'), await signIn('investor'), await signIn('admin')]
const docs = { founder: await held(founder), investor: await held(investor) }
const own = <Name extends PrivateCollection>(who: keyof typeof docs, name: Name): PrivateDocs[Name][] => docs[who][name] ?? []

/** What an admin's queue reads, as a list of its rows. */
const queue = (path: string, name?: string) => async () => {
  const { status, body } = await admin.get<Record<string, unknown[]> | unknown[]>(`/api/admin${path}`)
  expect(status).toBe(200)
  return Array.isArray(body) ? body : (body[name ?? ''] ?? [])
}

const queues: Record<string, () => Promise<unknown[]>> = {
  applications: queue('/vcs'),
  projects: queue('/projects'),
  introductions: queue('/intros'),
  profiles: queue('/profile-requests'),
  tickets: queue('/tickets'),
  refunds: queue('/refunds'),
  disputes: queue('/disputes', 'disputes'),
  warnings: queue('/disputes', 'warnings'),
  payable: queue('/payouts', 'accounts'),
  payouts: queue('/payouts', 'batches'),
  'ledger-checks': queue('/books', 'balances'),
  accounting: queue('/accounting', 'totals'),
  imports: queue('/imports', 'runs'),
  audit: queue('/audit', 'entries'),
}

const of = (who: keyof typeof docs, ...names: PrivateCollection[]) => [who, names] as const

/** The private data of each screen, by the account that sees it. */
const screens: Record<string, readonly (readonly [keyof typeof docs, readonly PrivateCollection[]])[]> = {
  calls: [of('founder', 'bookings'), of('investor', 'bookings')],
  'cold-scout.$slug': [of('founder', 'decisionMakers')],
  raise: [of('founder', 'contacts', 'people', 'followUps', 'deals', 'raise')],
  'contacts.$id': [of('founder', 'contacts', 'notes', 'entries', 'followUps', 'deals', 'templates')],
  'contacts.index': [of('founder', 'contacts', 'people', 'notes', 'entries', 'followUps')],
  'contacts.new': [of('founder', 'people')],
  earnings: [of('investor', 'earnings', 'listingFigures')],
  'edit-listing.$id': [of('investor', 'ownListings')],
  home: [of('founder', 'ownProject', 'performance'), of('investor', 'ownListings', 'listingFigures')],
  notices: [of('founder', 'notices'), of('investor', 'notices')],
  profile: [
    of('founder', 'account', 'orders', 'requests', 'contacts', 'ownProject', 'performance'),
    of('investor', 'account', 'ownListings', 'requestsReceived', 'callsBooked'),
  ],
  'project-setup': [of('founder', 'ownProject')],
  'receipt.$id': [of('founder', 'orders')],
  requests: [of('founder', 'tickets')],
  scout: [of('founder', 'votes')],
  settings: [of('founder', 'account')],
  share: [of('founder', 'contacts')],
  support: [of('founder', 'tickets')],
  vcs: [of('founder', 'saved', 'searches')],
}

/** Screens without private data of an account: public lists, forms, and pages that a link or a payment leads to. */
const OTHERS =
  /^(admin|auth|claim|complete-profile|directory|forgot-password|index|investor\.\$id|join|keep-email|newsletter|outbox|password-setup|payment-success.*|ping|privacy-policy|profile-request|project-payment|project\.\$id|reply|reset-password|scout-success|signup|signup-type|terms-of-service|unsubscribe|vc-signup|vc\.\$id|verify-email|cold-scout)$/

test('each screen has data for the sample account that sees it', () => {
  const routes = readdirSync('web/routes').flatMap((file) => /^([^-_].*)\.tsx$/.exec(file)?.[1] ?? [])
  expect(routes.filter((route) => !(route in screens) && !OTHERS.test(route))).toEqual([])
  const empty = Object.entries(screens).flatMap(([screen, readers]) =>
    readers.flatMap(([who, names]) =>
      names.filter((name) => own(who, name).length === 0).map((name) => `${screen}: ${name} of ${who}`),
    ),
  )
  expect(empty).toEqual([])
})

test('each collection of the private lane has documents for one of the sample accounts', () => {
  const isEmpty = (name: PrivateCollection) => own('founder', name).length + own('investor', name).length === 0
  expect(privateCollections.filter(isEmpty)).toEqual([])
})

test('both sides have notices of several kinds, which this build can show, the latest of them unread', () => {
  for (const who of ['founder', 'investor'] as const) {
    const notices = own(who, 'notices')
    expect(notices.filter((notice) => readNotice(notice) === undefined)).toEqual([])
    expect(new Set(notices.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(4)
    expect(notices.map(({ isRead }) => isRead)).toEqual(notices.map((_, at) => at >= 3))
    expect(notices.map(({ createdAt }) => createdAt)).toEqual(
      notices
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    )
  }
})

test.each(Object.keys(queues))('the queue "%s" of the admins has rows', async (name) => {
  expect((await queues[name]?.())?.length).toBeGreaterThan(0)
})

test('the audit log has twenty decisions', async () => {
  expect((await queues.audit?.())?.length).toBeGreaterThanOrEqual(20)
})

test('the founder has contacts in every stage, one follow-up that is overdue and one that is due today', () => {
  const stages = new Set(own('founder', 'followUps').map(({ stage }) => stage))
  expect([...stages].sort()).toEqual(['in-talks', 'invested', 'meeting', 'passed', 'replied', 'to-write', 'written'])
  expect(own('founder', 'contacts').length).toBeGreaterThanOrEqual(6)
  const hours = own('founder', 'followUps').flatMap(({ dueAt }) => (dueAt ? [(Date.now() - Date.parse(dueAt)) / 3_600_000] : []))
  expect(hours.filter((late) => late > 24)).toHaveLength(1)
  expect(hours.filter((late) => late > 0 && late < 24)).toHaveLength(1)
})

test('of the founder’s calls one is next, one was held, one was moved and one was refunded', () => {
  const calls = own('founder', 'bookings')
  const ahead = calls.filter(({ status, start }) => status === 'confirmed' && Date.parse(start) > Date.now())
  expect(ahead).toHaveLength(2)
  expect(calls.filter(({ status, start }) => status === 'confirmed' && Date.parse(start) < Date.now())).toHaveLength(1)
  expect(calls.filter(({ status }) => status === 'cancelled')).toHaveLength(1)
  const refunds = own('founder', 'orders').map(({ refund }) => refund?.status)
  expect(refunds.filter((status) => status === 'requested')).toHaveLength(1)
  expect(refunds.filter((status) => status === 'refunded')).toHaveLength(1)
})

test('the founder can rate the call that was held, and the investor has an average of three ratings with lines', async () => {
  const held = own('founder', 'bookings').find(({ status, end }) => status === 'confirmed' && Date.parse(end) < Date.now())
  expect(held).toMatchObject({ rating: null, noShowBy: null })
  const ratings = own('investor', 'bookings').flatMap(({ rating }) => rating ?? [])
  expect(ratings.map(({ stars }) => stars).sort()).toEqual([4, 5, 5])
  expect(ratings.filter(({ text }) => text !== '')).toHaveLength(2)
  await runJob(app, 'directory.stats')
  expect(await listStats(db, eq(investorStats.id, DEMO_INVESTOR))).toMatchObject([{ rating: 4.7, ratingCount: 3 }])
})

test('investors of the platform have given the founder one reply of each kind, and confirmed the next call, with a line', () => {
  const contacts = own('founder', 'contacts').filter(({ vcType }) => vcType === 'platform')
  const replies = own('founder', 'requests').filter(({ vcId }) => contacts.some(({ id }) => id === vcId))
  expect(
    replies
      .map(({ reply }) => reply?.choice)
      .filter(Boolean)
      .sort(),
  ).toEqual(['no-fit', 'not-now', 'yes'])
  expect(replies.flatMap(({ reply }) => (reply ? [reply.text.length > 20] : []))).toEqual([true, true, true])
  for (const who of ['founder', 'investor'] as const) {
    const confirmed = own(who, 'bookings').filter(({ reply }) => reply)
    expect(confirmed.map(({ status, end }) => [status, Date.parse(end) > Date.now()])).toEqual([['confirmed', true]])
  }
})

test('two devices disagree about the draft of the founder’s published project', () => {
  const [project] = own('founder', 'ownProject')
  expect(project).toMatchObject({ isPublished: true, status: 'verified' })
  expect(project?.clashes).toHaveLength(1)
})

test('the investor has sales that were paid out, are payable, wait and are disputed, and a charity has a share', async () => {
  const entries = own('investor', 'earnings')
  expect(entries.filter(({ sold, kind }) => sold === 'vc_unlock' && kind === 'sale')).toHaveLength(12)
  const statuses = new Set(
    entries.map((entry) =>
      earningStatusFrom(entry.hold !== null, entry.maturesAt ? Date.parse(entry.maturesAt) : undefined, Date.now()),
    ),
  )
  expect([...statuses].sort()).toEqual(['held', 'matured', 'window'])
  const payouts = (await admin.get<AdminPayouts>('/api/admin/payouts')).body
  expect(payouts.batches.map(({ status }) => status)).toEqual(['paid', 'paid'])
  expect(
    payouts.batches.flatMap(({ lines }) => lines).filter(({ account }) => account.startsWith('charity_payable')),
  ).toHaveLength(1)
  expect(payouts.accounts.find(({ account }) => account.includes('vc_demo_investor'))).toMatchObject({ standing: 'ready' })
})

test('the ledger checks find nothing in the sample, also after the jobs of the payments have run', async () => {
  for (const kind of ['payments.reconcile', 'bookings.hand-over', 'bookings.lapse', 'books.check']) await runJob(app, kind)
  expect(await openViolations(db)).toEqual([])
})

test('the sample sends no receipt of the past, and leaves no session, webhook or event to a server', async () => {
  const { receipts, ...left } = atOnce
  expect(receipts).toBeGreaterThan(20)
  expect(left).toEqual({ otherReceipts: 0, sessions: 0, webhooks: 0, events: 0 })
  expect((await leftBySample(db, seededAt)).events).toBe(0)
})

test('seeding the activity again changes nothing', async () => {
  const before = await countOfSample(db)
  expect([wasWritten, await seedActivity(inputs)]).toEqual([true, false])
  expect(await countOfSample(db)).toEqual(before)
})
