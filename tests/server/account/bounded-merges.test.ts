import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as schema from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { pseudonymise } from '#server/features/accounts/erasure/order-queries.ts'
import { deleteLeft } from '#server/features/accounts/erasure/queries.ts'
import { MAX_OWNED_LAPSED, moveCalls } from '#server/features/bookings/holds/queries.ts'
import { REFRESH_STATS, requestStats } from '#server/features/directory/stats/refresh-stats.ts'
import { MAX_OWNED_MESSAGES, moveTickets } from '#server/features/help/queries.ts'
import { CLOSE_JOB } from '#server/features/orders/settlement/refund-jobs.ts'
import { endSalesOf } from '#server/features/refunds/seller-leaves.ts'
import { moveUnlocks } from '#server/features/unlocks/move-owner.ts'
import { MAX_MOVED_REQUESTS, MAX_OWNED_REQUESTS } from '#server/features/unlocks/request-queries.ts'
import type { BookingId, OrderId, PrincipalId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { spanAt } from '#tests/support/actors/bookings.ts'
import { approveInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { holdPayouts } from '#tests/support/database/transactions.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { listCalls } from '#tests/support/state/calls.ts'
import { listIntroRequests } from '#tests/support/state/contacts.ts'
import { listJobs } from '#tests/support/state/jobs.ts'
import { orderById } from '#tests/support/state/orders.ts'
import { listTickets } from '#tests/support/state/team.ts'

const app = await startTestApp()
const { member, visitor, database } = app
const { db } = database
type Client = ReturnType<typeof visitor>

const newPrincipal = () => newId<PrincipalId>('pri')
const HOUR_MS = 60 * 60 * 1000

/** One request to each of `count` investors, the latest first. */
const request = (principalId: PrincipalId, count: number, investors: string) =>
  db.execute(sql`insert into vc_requests (id, vc_id, vc_type, principal_id, request_type, amount, day, created_at)
    select ${principalId} || ${investors} || n, ${investors} || n, 'airtable', ${principalId}, 'intro', 0, '2026-11-21', now() - make_interval(secs => n)
    from generate_series(1, ${count}::int) n`)

const requestsOf = async (principalId: PrincipalId) => (await listIntroRequests(db, { principalId })).length

test('the latest requests of a guest are transferred; of many guests, as many as an account may have', async () => {
  const [account, first, second] = [newPrincipal(), newPrincipal(), newPrincipal()]
  await request(account, MAX_OWNED_REQUESTS - MAX_MOVED_REQUESTS - 10, 'own_')
  await request(first, MAX_MOVED_REQUESTS + 5, 'first_')
  await request(second, 12, 'second_')
  for (const guest of [first, second]) await db.transaction((tx) => moveUnlocks(tx, guest, account))
  expect([await requestsOf(account), await requestsOf(first), await requestsOf(second)]).toEqual([MAX_OWNED_REQUESTS, 5, 2])
  const left = await listIntroRequests(db, { principalId: second })
  expect(left.map(({ vcId }) => vcId).sort()).toEqual(['second_11', 'second_12'])
})

test('more requests than can be transferred, all for investors requested by the account on the same day, block no sign-in', async () => {
  const [account, guest] = [newPrincipal(), newPrincipal()]
  await request(account, MAX_MOVED_REQUESTS + 3, 'asked_')
  await request(guest, MAX_MOVED_REQUESTS + 3, 'asked_')
  await db.transaction((tx) => moveUnlocks(tx, guest, account))
  expect([await requestsOf(account), await requestsOf(guest)]).toEqual([MAX_MOVED_REQUESTS + 3, 3])
})

async function openTicket(principalId: PrincipalId, messages: number, age: number) {
  const id = newId<string>('tkt')
  const at = new Date(Date.now() - age * HOUR_MS)
  await db.insert(schema.tickets).values({ id, kind: 'support', principalId, message: 'Hello', createdAt: at, updatedAt: at })
  await db.execute(sql`insert into ticket_messages (id, ticket_id, "from", text)
    select ${id} || n, ${id}, 'author', 'Hello' from generate_series(1, ${messages}::int) n`)
  return id
}

test('the latest tickets are transferred with their messages, up to the limit of an account', async () => {
  const [account, guest] = [newPrincipal(), newPrincipal()]
  const own = await openTicket(account, MAX_OWNED_MESSAGES - 10, 5)
  const [old, latest] = [await openTicket(guest, 0, 4), await openTicket(guest, 8, 3)]
  await db.transaction((tx) => moveTickets(tx, guest, account))
  const ticketsOf = async (principalId: PrincipalId) => (await listTickets(db, { principalId })).map(({ id }) => id).sort()
  expect(await ticketsOf(account)).toEqual([own, latest].sort())
  expect(await ticketsOf(guest)).toEqual([old])
})

test('calls are transferred, and so are holds that are active or being paid for; of the expired ones the latest', async () => {
  const [account, guest] = [newPrincipal(), newPrincipal()]
  await db.insert(schema.principals).values([account, guest].map((id) => ({ id, kind: 'guest' as const })))
  await db.execute(sql`insert into meeting_bookings (id, principal_id, vc_id, vc_type, status, meeting_date_time, ends_at, created_at)
    select ${account} || n, ${account}, 'rec_holds', 'airtable', 'expired', now(), now() + interval '30 minutes', now() - interval '1 day'
    from generate_series(1, ${MAX_OWNED_LAPSED - 2}::int) n`)
  const hold = async (status: 'held' | 'confirmed' | 'expired', age: number) => {
    const id = newId<BookingId>('bkg')
    const at = { ...spanAt(new Date(Date.now() + age * 24 * HOUR_MS)), createdAt: new Date(Date.now() - age * HOUR_MS) }
    await db
      .insert(schema.meetingBookings)
      .values({ id, principalId: guest, vcId: 'rec_guest' as VcId, vcType: 'airtable', status, ...at })
    return id
  }
  const [latest, running, call] = [await hold('expired', 1), await hold('held', 9), await hold('confirmed', 8)]
  const [paying, oldest] = [await hold('expired', 7), await hold('expired', 6)]
  const order = { principalId: guest, kind: 'meeting' as const, targetType: 'airtable' as const, targetId: 'rec_guest' }
  await db
    .insert(schema.orders)
    .values({ id: newId<OrderId>('ord'), ...order, slotId: paying, amount: cents(2500), snapshot: { title: 'A call' } })
  await db.transaction((tx) => moveCalls(tx, guest, account))
  const callsOf = async (principalId: PrincipalId) =>
    (await listCalls(db, { principalId, vcId: 'rec_guest' })).map(({ id }) => id).sort()
  expect(await callsOf(account)).toEqual([latest, running, call, paying].sort())
  expect(await callsOf(guest)).toEqual([oldest])
})

const MARK = 'zqxleft'

/** A signed-in guest, with the rows that exceeded the limits of the account. */
async function leftBy(account: PrincipalId | null, rows = 1) {
  const guest = newPrincipal()
  await db.insert(schema.principals).values({ id: guest, kind: 'guest', mergedInto: account })
  for (let at = 0; at < rows; at += 1) {
    await db.insert(schema.tickets).values({ id: newId('tkt'), kind: 'support', principalId: guest, message: MARK })
    const vcId = newId<VcId>('rec')
    const row = { id: newId<string>('req'), vcId, requestType: 'intro' as const, amount: cents(0), day: '2026-11-21' }
    await db.insert(schema.vcRequests).values({ ...row, vcType: 'airtable', principalId: guest, message: MARK })
    const held = { id: newId<BookingId>('bkg'), vcId, vcType: 'airtable' as const, status: 'expired' as const }
    await db
      .insert(schema.meetingBookings)
      .values({ ...held, principalId: guest, founderName: MARK, meetingDescription: MARK, ...spanAt(new Date()) })
  }
  return guest
}

const countRowsOf = async (guest: PrincipalId) =>
  (await listTickets(db, { principalId: guest })).length +
  (await requestsOf(guest)) +
  (await listCalls(db, { principalId: guest, founderName: MARK })).length

test('rows that exceeded the limits of an account are deleted with the account', async () => {
  const [ada, bob] = [await member(), await member()]
  const [guest, another] = [await leftBy(ada.user.principalId), await leftBy(bob.user.principalId)]
  expect((await leave(ada)).status).toBe(200)
  await expect.poll(() => countRowsOf(guest)).toBe(0)
  expect(await countRowsOf(another)).toBe(3)
})

test('rows that exceeded the limits are deleted with the content of a stranger who registered the address', async () => {
  const eve = await member({ email: 'left@example.com' })
  const guest = await leftBy(eve.user.principalId)
  await visitor().post('/api/auth/forgot-password', { email: 'left@example.com' })
  const token = tokenIn(await mailTo(app, 'left@example.com', /reset your password/i))
  expect((await visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'k7#mQz2pp' })).status).toBe(200)
  await expect.poll(() => countRowsOf(guest)).toBe(0)
})

test('rows that exceeded the limits of an account are deleted in batches', async () => {
  const account = newPrincipal()
  const [guest, another] = [await leftBy(account, 5), await leftBy(null)]
  await deleteLeft(db, account, 2)
  expect([await countRowsOf(guest), await countRowsOf(another)]).toEqual([0, 3])
})

const leave = (client: Client) => client.send('/api/auth/delete-account', { method: 'DELETE' })

async function whilePayoutsAreMade() {
  return holdPayouts(database)
}

test('a deletion does not wait for payouts if the account is not part of any', async () => {
  const ada = await member()
  const payouts = await whilePayoutsAreMade()
  expect((await leave(ada)).status).toBe(200)
  await payouts.end('commit')
})

test.each(['a listing', 'a line of a payout', 'a bank account', 'admin rights'])(
  'a deletion waits for payouts if the account has %s',
  async (what) => {
    const ada = await member()
    const { id: userId } = ada.user
    if (what === 'a listing') {
      const listing = await approveInvestor(db)
      await db.update(schema.vcs).set({ userId }).where(eq(schema.vcs.id, listing))
    }
    if (what === 'a line of a payout') {
      const [batchId, id] = [newId<string>('bat'), newId<string>('lin')]
      await db.insert(schema.payoutBatches).values({ id: batchId, status: 'paid', createdBy: userId })
      const line = { account: 'investor_payable:rec_1', amount: cents(100), status: 'paid', payee: 'Ada' } as const
      await db.insert(schema.payoutLines).values({ id, batchId, userId, ...line })
    }
    if (what === 'a bank account') await db.insert(schema.payoutAccounts).values({ userId, providerId: newId('acct') })
    if (what === 'admin rights') for (const one of [ada, await member()]) await grantAdmin(app, one)
    const payouts = await whilePayoutsAreMade()
    const leaving = leave(ada)
    await untilWaiting(database, 1)
    await payouts.end('commit')
    expect((await leaving).status).toBe(200)
  },
)

/** Unpaid orders of one principal, each with a distinct address on the receipt. */
const orders = (principalId: PrincipalId, count: number, targetId = 'rec_any', on: Pick<typeof db, 'execute'> = db) =>
  on.execute(sql`insert into orders (id, principal_id, kind, target_type, target_id, slot_id, amount, status, snapshot)
    select ${principalId} || n, ${principalId}, 'vc_unlock', 'airtable', ${targetId}, 'slot' || n, 2500, 'pending',
      jsonb_build_object('title', 'x', 'receiptEmail', 'typed' || n || '@example.com')
    from generate_series(1, ${count}::int) n`)

test('thousands of receipt addresses of an account are replaced within one deletion', async () => {
  const principalId = newPrincipal()
  await db.insert(schema.principals).values({ id: principalId, kind: 'guest' })
  await db.transaction(async (tx) => {
    // The triggers of an order would take longer than the test.
    await tx.execute(sql`set local session_replication_role = replica`)
    await orders(principalId, 12_000, 'rec_any', tx)
  })
  // Autovacuum would do this after a while: the triggers of an order look up its call.
  await db.execute(sql`analyze orders, meeting_bookings`)
  const named = Array.from({ length: 12_000 }, (_, at) => `typed${at + 1}@example.com`)
  await db.transaction(async (tx) => {
    // Without the triggers of an order, which take longer than the look-ups under test.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`set local statement_timeout = '4s'`)
    await pseudonymise(
      tx,
      principalId,
      named.map((typed) => ({ typed, email: typed, key: `key of ${typed}` })),
    )
  })
  expect((await orderById(db, `${principalId}17`)).snapshot).toMatchObject({ receiptKey: 'key of typed17@example.com' })
})

test('the open sales of an investor who leaves are closed by one statement, for any number of sales', async () => {
  const principalId = newPrincipal()
  await db.insert(schema.principals).values({ id: principalId, kind: 'guest' })
  await orders(principalId, 40, 'rec_leaving')
  let statements = 0
  await db.transaction(async (tx) => {
    const counting = new Proxy(tx, {
      get(target, name) {
        if (name === 'execute' || name === 'insert') statements += 1
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await endSalesOf(counting, ['rec_leaving'], new Date())
  })
  expect(statements).toBeLessThan(5)
  const closing = await listJobs(db, { kind: CLOSE_JOB })
  expect(closing.filter(({ key }) => key.startsWith(principalId))).toHaveLength(40)
})

test.each([
  ['jobs', "select 1 from jobs where lower(payload ->> 'email') = 'a@example.com'", 'jobs_email'],
  ['mails', "select 1 from mail_outbox where lower(recipient) = 'a@example.com'", 'mail_outbox_recipient'],
])('pending %s for an address are found by an index', async (_, query, index) => {
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return tx.execute(sql.raw(`explain ${query}`))
  })
  expect(JSON.stringify(plan)).toContain(index)
})

test('requests in quick succession are counted together, a few seconds later', async () => {
  const isAsked = and(eq(schema.jobs.kind, REFRESH_STATS), eq(schema.jobs.key, 'request'))
  await db.delete(schema.jobs).where(isAsked)
  for (let at = 0; at < 3; at += 1) await requestStats(db)
  const found = await listJobs(db, { kind: REFRESH_STATS, key: 'request' })
  expect(found).toHaveLength(1)
  expect(found[0]?.runAt.getTime()).toBeGreaterThan(Date.now() + 8000)
})
