import { eq } from 'drizzle-orm'
import { sessions } from '#drizzle/schema/index.ts'
import type { Database } from '#server/db.ts'
import type { User } from '#shared/accounts/contract.ts'

/** Makes every session of an account one that proved its password eleven minutes ago. */
export const makeStale = (db: Database, user: User) =>
  db
    .update(sessions)
    .set({ provedAt: new Date(Date.now() - 11 * 60_000) })
    .where(eq(sessions.userId, user.id))
