import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { TransferOwnership } from './transfer-ownership.ts'

/** For tables in which no rows of two owners can conflict. */
export const transferRows =
  (...tables: (PgTable & { principalId: PgColumn })[]): TransferOwnership =>
  async (tx, from, to) => {
    for (const table of tables) await tx.update(table).set({ principalId: to }).where(eq(table.principalId, from))
  }
