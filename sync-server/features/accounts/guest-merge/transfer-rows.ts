import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { MoveOwner } from './transfer-ownership.ts'

/** For tables in which no two rows of two owners can stand in each other's way. */
export const moveRows =
  (...tables: (PgTable & { principalId: PgColumn })[]): MoveOwner =>
  async (tx, from, to) => {
    for (const table of tables) await tx.update(table).set({ principalId: to }).where(eq(table.principalId, from))
  }
