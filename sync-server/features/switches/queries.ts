import { eq } from 'drizzle-orm'
import { switchedOff } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import type { Switch } from '#shared/switches/contract.ts'

/** @returns whether it was on */
export const insertOff = async (tx: Transaction, feature: Switch, since: Date): Promise<boolean> =>
  (await tx.insert(switchedOff).values({ feature, since }).onConflictDoNothing().returning()).length > 0

/** @returns whether it was off */
export const deleteOff = async (tx: Transaction, feature: Switch): Promise<boolean> =>
  (await tx.delete(switchedOff).where(eq(switchedOff.feature, feature)).returning()).length > 0
