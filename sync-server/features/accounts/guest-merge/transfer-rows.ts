import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { TransferOwnership } from './transfer-ownership.ts'

/** For tables in which no two rows of two owners can stand in each other's way. */
export const transferRows =
  (...tables: (PgTable & { principalId: PgColumn })[]): TransferOwnership =>
  async (tx, from, to) => {
    for (const table of tables) await tx.update(table).set({ principalId: to }).where(eq(table.principalId, from))
  }
