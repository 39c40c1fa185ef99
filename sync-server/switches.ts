import { and, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm'
import { principals, switchedOff } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type Switch, switchedOffTexts } from '#shared/switches/contract.ts'

/** The features that are off, in the order of their names. Those of a later release are left out. */
export async function listSwitchedOff(db: Queryable) {
  const known = Object.keys(switchedOffTexts) as Switch[]
  return db.select().from(switchedOff).where(inArray(switchedOff.feature, known)).orderBy(switchedOff.feature)
}

/**
 * Refuses what an owner has switched off. It is read for each call, so that every node knows of a change at once.
 *
 * @throws Problem `switched-off`, with the text of the feature
 */
export const refuseSwitchedOff = (db: Queryable, feature: Switch) => refuse(db, eq(switchedOff.feature, feature))

/** The same for a purchase, which is also refused when guests may not pay and the buyer is one. */
export function refusePurchaseOff(db: Queryable, feature: Switch | undefined, buyer: PrincipalId) {
  const isGuest = exists(
    db
      .select({ one: sql`1` })
      .from(principals)
      .where(and(eq(principals.id, buyer), eq(principals.kind, 'guest'))),
  )
  const forGuests = and(eq(switchedOff.feature, 'guest-checkout'), isGuest)
  return refuse(db, feature === undefined ? forGuests : or(eq(switchedOff.feature, feature), forGuests))
}

async function refuse(db: Queryable, condition: SQL | undefined) {
  const [off] = await db.select().from(switchedOff).where(condition).limit(1)
  if (off) throw new Problem('switched-off', switchedOffTexts[off.feature])
}
