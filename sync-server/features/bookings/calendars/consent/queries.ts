import { and, eq } from 'drizzle-orm'
import { calendarConsents } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'

export type ConsentRow = typeof calendarConsents.$inferSelect

/** A later consent of a listing takes the place of an earlier one. */
export async function setConsent(tx: Transaction, consent: ConsentRow) {
  await tx.insert(calendarConsents).values(consent).onConflictDoUpdate({ target: calendarConsents.vcId, set: consent })
}

/** Takes the consent of a state and a session: of two returns with it, one gets it. */
export async function takeConsent(db: Queryable, { state, session }: Pick<ConsentRow, 'state' | 'session'>) {
  const isOf = and(eq(calendarConsents.state, state), eq(calendarConsents.session, session))
  const [row] = await db.delete(calendarConsents).where(isOf).returning()
  return row
}

export const deleteConsent = (tx: Transaction, vcId: VcId) => tx.delete(calendarConsents).where(eq(calendarConsents.vcId, vcId))
