import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  cardFailures,
  importRuns,
  jobs,
  ledgerViolations,
  mailOutbox,
  operatorAlerts,
  orders,
  stripeEvents,
} from '#drizzle/schema/index.ts'
import { parseEnv } from '#server/env.ts'
import { createAlertCounter } from '#server/observe/alerts/raise-alert.ts'
import { type AlertDeps, sendAlerts } from '#server/observe/alerts/send-alerts.ts'
import type { AlertKind } from '#shared/admin/alerts.ts'
import type { OrderId } from '#shared/ids.ts'
import { CARDS, deliverSigned, listInvestor, startPayment } from '#tests/support/actors/money.ts'
import { bought, disputesOf } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { listMails, pendingAlerts } from '#tests/support/state/mails.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp()
const { db } = app.database

const HOUR = 60 * 60 * 1000
const MINUTE = 60_000
const FULL = { bavail: 1, bsize: 4096 } as never
const ROOMY = { bavail: 1024 ** 3, bsize: 4096 } as never

/** Each test looks from a later day on, so that the mails of the others are older than an hour. */
let day = 0
const nextDay = () => new Date(Date.now() + ++day * 24 * HOUR)

const check = (at: Date, to: string, over: Partial<AlertDeps> = {}) =>
  sendAlerts({
    ...app.world,
    db,
    now: () => at,
    base: () => 'https://latchkey.example',
    recipients: [to],
    dataFolder: '.',
    measure: async () => ROOMY,
    ...over,
  })
const subjectsTo = async (recipient: string) => (await listMails(db, { recipient })).map(({ subject }) => subject).sort()

const aRun = (source: string, status: 'refused' | 'applied', seenAt: Date) => ({
  ...{ id: `imp_${source}_${seenAt.getTime()}`, source, status, seenAt, createdAt: seenAt },
  ...{ received: 1, added: 0, changed: 0, unlisted: 0, quarantined: 0, note: 'ada@fund.example' },
})
const aMail = (id: string, over: Partial<typeof mailOutbox.$inferInsert>) => ({
  ...{ id, template: 'welcome', recipient: 'ada@fund.example', subject: 'x', text: 'x' },
  ...over,
})
const fiveMails = (name: string, over: Partial<typeof mailOutbox.$inferInsert>) =>
  db.insert(mailOutbox).values([1, 2, 3, 4, 5].map((nth) => aMail(`mail_${name}_${nth}`, over)))

type Cause = {
  cause: (at: Date) => Promise<unknown>
  over?: Partial<AlertDeps>
  end?: (at: Date) => Promise<unknown>
  line: string
}

const CAUSES: [AlertKind, Cause][] = [
  [
    'ledger',
    {
      cause: () => db.insert(ledgerViolations).values({ rule: 'zero-sum', subject: 'ord_ada', detail: 'ada@fund.example' }),
      end: (at) => db.update(ledgerViolations).set({ clearedAt: at }),
      line: '1 ledger check has failed',
    },
  ],
  [
    'webhook-signature',
    {
      cause: async () => {
        expect(await deliverSigned(app, '{}', 't=1,v1=00')).toMatchObject({ status: 400 })
      },
      line: '1 webhook had a wrong signature',
    },
  ],
  [
    'webhook-silent',
    {
      cause: async (at) => {
        const { orderId } = await bought(app)
        await db.update(orders).set({ createdAt: at }).where(eq(orders.id, orderId))
        const event = { source: 'list', eventId: 'evt_list', type: 'payment_intent.succeeded', objectId: 'pi_ada' } as const
        await db.insert(stripeEvents).values({ ...event, livemode: false, status: 'done', createdAt: at })
      },
      end: (at) =>
        db.insert(stripeEvents).values({
          ...{ source: 'webhook', eventId: 'evt_hook', type: 'payment_intent.succeeded', objectId: 'pi_ada' },
          ...{ livemode: false, status: 'done', createdAt: at },
        }),
      line: '1 payment event came without its webhook',
    },
  ],
  [
    'dispute',
    {
      cause: async () => {
        const { orderId } = await bought(app, { card: CARDS.inquired })
        await until(
          () => disputesOf(app, orderId),
          (found) => found.length === 1,
        )
      },
      line: '1 dispute was opened',
    },
  ],
  [
    'cards',
    {
      cause: async () => {
        const buyer = await app.member()
        const { principalId } = buyer.user
        const failure = (nth: number) => ({
          eventId: `evt_${nth}`,
          orderId: 'ord_cards' as OrderId,
          principalId,
          failedAt: new Date(),
        })
        await db.insert(cardFailures).values(Array.from({ length: 10 }, (_, nth) => failure(nth)))
        const vcId = await listInvestor(db, { name: 'Grace Hot' })
        expect(await startPayment(buyer, vcId)).toMatchObject({ body: { code: 'payments.cards-declined' } })
      },
      line: '1 payment was delayed because of many declined cards',
    },
  ],
  [
    'backup',
    {
      cause: (at) => {
        const doneAt = new Date(at.getTime() - 49 * HOUR)
        const set = { doneAt }
        return db
          .insert(operatorAlerts)
          .values({ kind: 'backup', doneAt })
          .onConflictDoUpdate({ target: operatorAlerts.kind, set })
      },
      end: (at) => db.update(operatorAlerts).set({ doneAt: at }).where(eq(operatorAlerts.kind, 'backup')),
      line: '1 backup is missing',
    },
  ],
  [
    'import',
    {
      cause: (at) => db.insert(importRuns).values(aRun('records', 'refused', at)),
      end: (at) => db.insert(importRuns).values(aRun('records', 'applied', new Date(at.getTime() + 1))),
      line: '1 import was rejected',
    },
  ],
  ['space', { cause: async () => undefined, over: { measure: async () => FULL }, line: '1 disk is almost full' }],
]

test.each(CAUSES)(
  'the operator is mailed once an hour, with a count and a link: %s',
  async (kind, { cause, over, end, line }) => {
    const at = nextDay()
    const [to, before, after] = [`${kind}@ops.example`, `${kind}-before@ops.example`, `${kind}-after@ops.example`]
    const mine = async (recipient: string) => (await subjectsTo(recipient)).filter((subject) => subject.includes(line))
    await check(new Date(at.getTime() - 2 * HOUR), before)
    expect(await mine(before)).toEqual([])
    await cause(at)
    await check(at, to, over)
    await check(new Date(at.getTime() + 59 * MINUTE), to, over)
    expect(await mine(to)).toEqual([`Latchkey alert: ${line}`])
    for (const mail of await listMails(db, { recipient: to })) {
      expect(mail.text).toContain('https://latchkey.example/admin?queue=')
      expect(`${mail.subject} ${mail.text}`).not.toMatch(/ada|ord_|pi_|evt_|pri_/i)
    }
    // What lasts is mailed again; what has happened is not, and neither is a condition that ended.
    const isLasting = end !== undefined || over !== undefined
    await check(new Date(at.getTime() + 61 * MINUTE), to, over)
    expect(await mine(to)).toHaveLength(isLasting ? 2 : 1)
    await end?.(new Date(at.getTime() + 2 * HOUR))
    await check(new Date(at.getTime() + 3 * HOUR), after)
    expect(await mine(after)).toEqual([])
  },
)

test('occurrences within the hour are counted in the next mail, and two nodes send one', async () => {
  const at = nextDay()
  const to = 'nodes@ops.example'
  const happen = (pending: number) => db.update(operatorAlerts).set({ pending }).where(eq(operatorAlerts.kind, 'dispute'))
  await check(new Date(at.getTime() - 2 * HOUR), 'first@ops.example')
  await happen(2)
  const aside = app.database.connectAgain()
  const blocker = await openTransaction(aside)
  await blocker.lock('operator_alerts')
  const both = Promise.all([check(at, to), check(at, to)])
  await untilWaiting(aside, 2)
  await blocker.end('commit')
  await both
  await aside.close()
  await happen(3)
  await check(new Date(at.getTime() + 30 * MINUTE), to)
  await Promise.all([0, 1].map((seconds) => check(new Date(at.getTime() + 61 * MINUTE + seconds), to)))
  const disputes = (await subjectsTo(to)).filter((subject) => subject.includes('dispute'))
  expect(disputes).toEqual(['Latchkey alert: 2 disputes were opened', 'Latchkey alert: 3 disputes were opened'])
})

test('wrong signatures at any rate are few writes, and all of them are counted', async () => {
  const at = nextDay().getTime()
  let now = at
  const count = createAlertCounter({ db, now: () => new Date(now) }, 'webhook-signature')
  const pending = () => pendingAlerts(db, 'webhook-signature')
  await db.update(operatorAlerts).set({ pending: 0 })
  for (let nth = 0; nth < 20; nth += 1) await count()
  expect(await pending()).toBe(1)
  now += 11_000
  await count()
  expect(await pending()).toBe(21)
})

test.each([
  [
    'jobs',
    'background job fails',
    (id: string) => db.insert(jobs).values({ id, kind: 'of another release', key: id, attempts: 5, lastError: 'Error' }),
  ],
  ['mail', 'emails are not delivered', (name: string) => fiveMails(name, { attempts: 3, lockedUntil: new Date('2099-01-01') })],
])('what a retry may end is mailed when it has lasted for ten minutes: %s', async (kind, line, cause) => {
  const at = nextDay()
  const to = `${kind}@ops.example`
  const mine = async () => (await subjectsTo(to)).filter((subject) => subject.includes(line))
  await cause(`${kind}_failing`)
  await check(at, to)
  await check(new Date(at.getTime() + 9 * MINUTE), to)
  expect(await mine()).toEqual([])
  await check(new Date(at.getTime() + 10 * MINUTE), to)
  expect(await mine()).toHaveLength(1)
})

test('a mail that four mailboxes reject, and a job that recurs and works, are no alert', async () => {
  const at = nextDay()
  await db.delete(mailOutbox)
  await db.delete(jobs).where(eq(jobs.kind, 'of another release'))
  const failed = { failedAt: at, failure: 'rejected', attempts: 1 } as const
  await db.insert(mailOutbox).values([1, 2, 3, 4].map((nth) => aMail(`mail_rejected_${nth}`, failed)))
  await db.insert(jobs).values({ id: 'job_often', kind: 'of another release', key: 'often', attempts: 500, lastError: '' })
  for (const minutes of [0, 11, 22]) await check(new Date(at.getTime() + minutes * MINUTE), 'few@ops.example')
  expect((await subjectsTo('few@ops.example')).filter((subject) => /job|emails/.test(subject))).toEqual([])
})

test('an alert that cannot be mailed is shown by the health of a node and by a figure', async () => {
  const read = async () => {
    const health = (await app.visitor().get<{ status: string; mail: string | null }>('/api/health')).body
    const figures = await (await fetch(`${app.url}/api/metrics`)).text()
    return [health.status, health.mail, /^latchkey_alerts_unsent (\d+)$/m.exec(figures)?.[1]]
  }
  expect(await read()).toEqual(['ok', 'ok', '0'])
  const stuck = { template: 'operator-alert', lockedUntil: new Date('2099-01-01') }
  await db.insert(mailOutbox).values(aMail('mail_fresh', stuck))
  expect(await read()).toEqual(['ok', 'ok', '0'])
  await db.insert(mailOutbox).values(aMail('mail_stuck', { ...stuck, createdAt: new Date(Date.now() - 11 * MINUTE) }))
  await db.insert(mailOutbox).values(aMail('mail_given_up', { ...stuck, failedAt: new Date(), failure: 'unreachable' }))
  expect(await read()).toEqual(['ok', 'failing', '2'])
})

test('without ALERT_EMAIL the owners are mailed in production, and no address elsewhere', () => {
  const emails = { ADMIN_EMAILS: 'chief@latchkey.example' }
  const production = {
    ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://latchkey.example', DATABASE_URL: 'postgres://a:b@db/latchkey' },
    ...{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', ...emails },
    ...{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'no-reply@latchkey.example' },
  }
  expect(parseEnv({ ...emails, SEED: 'none' }).alertEmails).toEqual([])
  expect(parseEnv(production).alertEmails).toEqual(['chief@latchkey.example'])
  const two = parseEnv({ ...production, ALERT_EMAIL: 'ops@latchkey.example, night@latchkey.example' })
  expect(two.alertEmails).toEqual(['ops@latchkey.example', 'night@latchkey.example'])
  expect(() => parseEnv({ ALERT_EMAIL: 'ops' })).toThrow('ALERT_EMAIL')
})
