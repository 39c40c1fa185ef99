import { expect } from 'vitest'
import { orders, principals, sessions } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { OrderId, PrincipalId, VcId } from '#shared/ids.ts'
import { type Cents, cents } from '#shared/money.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { holdFollowUps, releaseFollowUps } from './follow-ups.ts'
import { CARDS, confirmUnlock, intentOf, payWithCard, startPayment } from './money.ts'

export const DAY_MS = 24 * 60 * 60 * 1000

/** A clock that a test moves; earlier records keep their age. */
export function movableClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    forwardDays: (days: number) => {
      ahead += days * DAY_MS
    },
  }
}

/** A buyer unlocks an investor and pays; a bank reports a doubt afterwards. @returns the id of the payment */
export async function buy(app: TestApp, buyer: Client, vcId: string, card: string = CARDS.good): Promise<string> {
  const { body } = await startPayment(buyer, vcId)
  const piId = intentOf(body.clientSecret)
  await holdFollowUps(app.database.db, piId)
  expect((await payWithCard(app, body.clientSecret, card)).status).toBe(200)
  expect((await confirmUnlock(buyer, body.clientSecret, vcId)).status).toBe(200)
  await releaseFollowUps(app.database.db, piId)
  return piId
}

/** After a movable clock has advanced all users are still signed in, as if they had just proved their identity. */
export async function staySignedIn(db: Database, now: Date) {
  await db.update(sessions).set({ expire: new Date(now.getTime() + DAY_MS), seenAt: now, provedAt: now })
}

/** A sale from years ago: its investor is not new. It is not in the ledger. */
export async function sellLongAgo(
  db: Database,
  vcId: VcId,
  paidAt: Date,
  amount: Cents = cents(1_000_000),
  status: 'paid' | 'refunded' = 'paid',
) {
  const [principalId, id] = [newId<PrincipalId>('prn'), newId<OrderId>('ord')]
  await db.insert(principals).values({ id: principalId, kind: 'guest' })
  const sold = { kind: 'vc_unlock', targetType: 'platform', targetId: vcId, amount, status } as const
  await db
    .insert(orders)
    .values({ id, principalId, ...sold, livemode: false, snapshot: { title: 'Long ago' }, createdAt: paidAt, paidAt })
}
