import { eq } from 'drizzle-orm'
import { sessions, twoFactor } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import type { User } from '#shared/accounts/contract.ts'

/** Moves the last password proof of an account's sessions eleven minutes into the past. */
export const makeStale = (db: Database, user: User) =>
  db
    .update(sessions)
    .set({ provedAt: new Date(Date.now() - 11 * 60_000) })
    .where(eq(sessions.userId, user.id))

/** Makes the authenticator app of an account too old to be removed with the mailbox alone. */
export const makeAppOld = (db: Database, { id }: Pick<User, 'id'>, days = 9) =>
  db
    .update(twoFactor)
    .set({ confirmedAt: new Date(Date.now() - days * 24 * 60 * 60_000) })
    .where(eq(twoFactor.userId, id))
