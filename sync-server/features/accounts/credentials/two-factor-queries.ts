import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { recoveryCodes, twoFactor } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { UserId } from '#shared/ids.ts'

export async function findTwoFactor(db: Queryable, userId: UserId) {
  const [row] = await db.select().from(twoFactor).where(eq(twoFactor.userId, userId))
  return row
}

/** Starts over with another secret, unless one is already confirmed. */
export async function startTwoFactor(db: Queryable, userId: UserId, secret: Uint8Array): Promise<boolean> {
  const started = await db
    .insert(twoFactor)
    .values({ userId, secret })
    .onConflictDoUpdate({ target: twoFactor.userId, set: { secret, lastStep: 0 }, setWhere: isNull(twoFactor.confirmedAt) })
    .returning({ userId: twoFactor.userId })
  return started.length > 0
}

export async function confirmTwoFactor(tx: Transaction, userId: UserId, confirmedAt: Date) {
  await tx.update(twoFactor).set({ confirmedAt }).where(eq(twoFactor.userId, userId))
}

/** Consumes the code of one 30-second step; `false` when that step or a later one was consumed before. */
export async function takeStep(db: Queryable, userId: UserId, step: number): Promise<boolean> {
  const taken = await db
    .update(twoFactor)
    .set({ lastStep: step })
    .where(and(eq(twoFactor.userId, userId), lt(twoFactor.lastStep, step)))
    .returning({ userId: twoFactor.userId })
  return taken.length > 0
}

export async function deleteTwoFactor(tx: Transaction, userId: UserId): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const gone = await tx
    .delete(twoFactor)
    .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt)))
    .returning({ userId: twoFactor.userId })
  return gone.length > 0
}

/** @returns whether the app was set up since that time and has been deleted */
export async function deleteTwoFactorSince(tx: Transaction, userId: UserId, since: Date): Promise<boolean> {
  const row = await findTwoFactor(tx, userId)
  if (!row?.confirmedAt || row.confirmedAt < since) return false
  return deleteTwoFactor(tx, userId)
}

export async function insertRecoveryCodes(tx: Transaction, userId: UserId, codeHashes: string[]) {
  await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash })))
}

export async function takeRecoveryCode(db: Queryable, userId: UserId, codeHash: string, usedAt: Date): Promise<boolean> {
  const taken = await db
    .update(recoveryCodes)
    .set({ usedAt })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId })
  return taken.length > 0
}
