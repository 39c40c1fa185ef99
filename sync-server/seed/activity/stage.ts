import { and, eq, isNull, sql } from 'drizzle-orm'
import { jobs, principals, users } from '#drizzle/schema/index.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import type { Env } from '#server/env.ts'
import { presentUser } from '#server/features/accounts/present.ts'
import { createCalendly } from '#server/features/bookings/availability/calendly.ts'
import { createIsSlotAvailable } from '#server/features/bookings/availability/is-slot-available.ts'
import { NO_CALENDARS } from '#server/features/bookings/calendars/refresh.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { findOrderOf } from '#server/features/orders/service.ts'
import { settleOrder } from '#server/features/orders/settlement/settle-order.ts'
import { recordWarnings } from '#server/features/refunds/service.ts'
import type { Account } from '#server/http/session.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import type { ClientId, MutationId, OrderId, UserId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import type { MutationArgs, MutationName } from '#shared/sync/mutations.ts'
import { stampTimes } from './stamp-times.ts'

type StageInputs = {
  db: Database
  tx: Transaction
  env: Env
  log: Log
  now: () => Date
  clock: { at: Date }
  keyring: Keyring
  organizer: string
  base: () => string
  ownUrl: () => string
  adminEmails: readonly string[]
  adminsNeedTwoFactor: boolean
  payoutAlone: Cents
  orders: OrderDeps
  mutators: Mutators
  jobs: JobHandlers
  storage: Storage
}

export type Stage = ReturnType<typeof createStage>

/** One thing that happens on one day: `day` is in relation to the start, with its hours as a fraction. */
export type Scene = { day: number; play: (stage: Stage) => Promise<void> }

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS

/** The test cards of the payment sandbox. */
export const CARDS = { pays: '4242424242424242', isDisputed: '4000000000000259', isWarned: '4000000000005423' }

/** A sandbox's follow-ups of a payment are due within this time. */
const SOON_MS = 60 * 1000

/** The session in which a person of the sample acts. It is never committed, and is the hash of no cookie. */
export const sessionOf = (key: string) => `sample:${key}`

const DEVICE = 'sample-phone' as ClientId

/** What a scene of the sample data does things with: the services of the product, and a clock that a scene sets. */
export function createStage(inputs: StageInputs) {
  const { tx, db, clock, now, orders, mutators, env } = inputs
  const begin = now()
  const offers = { ...inputs, calendly: createCalendly(env.CALENDLY_API_URL), busyReader: NO_CALENDARS }
  const calls = {
    ...inputs,
    isSlotAvailable: createIsSlotAvailable({ orders, offers }),
    lock: async () => undefined,
  }
  const review = { ...inputs, mailDelaySeconds: 0 }
  const payouts = { ...inputs, isConnect: false }
  const nothing = async () => undefined
  const profiles = { ...inputs, limit: nothing, cancelCalls: nothing, claimVerified: nothing }

  const accountOf = async (key: string): Promise<Account> => {
    const [row] = await tx
      .select({ user: users, principalId: principals.id })
      .from(users)
      .innerJoin(principals, eq(principals.userId, users.id))
      .where(eq(users.id, `usr_demo_${key}` as UserId))
    if (!row) throw new Error(`The sample has no account ${key}`)
    const session = { sid: sessionOf(key), provedAt: now(), roles: [], adminRefusal: undefined }
    return { ...presentUser(row.user, row.principalId, inputs.adminEmails), session }
  }

  /** Runs the jobs that the last steps have caused. Those of the schedules are left to the server. */
  const runJobs = async () => {
    const isCausedHere = and(isNull(jobs.doneAt), sql`${jobs.createdAt} = now()::timestamptz(3)`)
    for (;;) {
      const waiting = await tx.select().from(jobs).where(isCausedHere)
      const soon = clock.at.getTime() + SOON_MS
      const due = waiting.filter(({ kind, runAt, createdAt }) => {
        const isImmediate = runAt.getTime() === createdAt.getTime()
        return inputs.jobs[kind] !== undefined && (isImmediate || runAt.getTime() <= soon)
      })
      if (due.length === 0) return
      for (const { id, kind, payload } of due) {
        await tx.update(jobs).set({ doneAt: clock.at }).where(eq(jobs.id, id))
        await inputs.jobs[kind]?.(payload)
      }
    }
  }

  return {
    ...inputs,
    begin,
    calls,
    bookings: { orders, offers, organizer: inputs.organizer },
    review,
    payouts,
    profiles,
    accountOf,
    runJobs,

    /** An instant in relation to the start: negative days are past. */
    at: (days: number) => new Date(begin.getTime() + days * DAY_MS),

    /** Makes a change as a device of this account does. */
    async mutate<Name extends MutationName>(
      account: Account,
      name: Name,
      args: MutationArgs[Name],
      { device = DEVICE, base }: { device?: string; base?: unknown } = {},
    ) {
      const context = {
        tx,
        id: crypto.randomUUID() as MutationId,
        principalId: account.principalId,
        clientId: device as ClientId,
        account,
        address: '127.0.0.1',
        proof: undefined,
        addWork: () => undefined,
        now: now(),
      }
      await mutators[name](context, args, base)
    },

    /** Pays an intent as a browser does, and lets the product read the result. @returns its order */
    async pay(clientSecret: string, card = CARDS.pays): Promise<OrderId> {
      const piId = clientSecret.split('_secret_')[0] ?? ''
      const form = new URLSearchParams({ client_secret: clientSecret, 'payment_method_data[type]': 'card' })
      const fields = { number: card, exp_month: '12', exp_year: '70', cvc: '123' }
      for (const [name, value] of Object.entries(fields)) form.set(`payment_method_data[card][${name}]`, value)
      const reply = await fetch(`${inputs.ownUrl()}/sandbox/stripe/v1/payment_intents/${piId}/confirm`, {
        method: 'POST',
        body: form,
      })
      if (!reply.ok) throw new Error(`The sandbox declines the card: ${await reply.text()}`)
      const order = await findOrderOf(orders, piId)
      if (!order) throw new Error(`There is no order of ${piId}`)
      await settleOrder(orders, order.id)
      await runJobs()
      if (card === CARDS.pays) return order.id
      // What a webhook does after the bank's follow-up.
      await settleOrder(orders, order.id)
      await recordWarnings(db, order.id, await orders.payments.listFraudWarnings(piId))
      return order.id
    },

    /** Ends a scene: its jobs run, and its rows get the times of the clock. */
    async close() {
      await runJobs()
      await stampTimes(db, clock.at)
    },
  }
}
