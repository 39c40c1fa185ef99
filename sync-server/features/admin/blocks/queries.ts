import { and, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import { auditLog, blocks, users } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'

export const BLOCK_TARGET = 'block'
export const ADDED = 'blocked'

export type BlockRow = Awaited<ReturnType<typeof listBlockRows>>[number]

/** With the admin of each, whom the audit log names. Those in force come first, then the latest. */
export const listBlockRows = (db: Queryable, now: Date, limit: number, id?: string) =>
  db
    .select({ ...getTableColumns(blocks), creator: users })
    .from(blocks)
    .leftJoin(auditLog, and(eq(auditLog.targetType, BLOCK_TARGET), eq(auditLog.targetId, blocks.id), eq(auditLog.action, ADDED)))
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(id === undefined ? undefined : eq(blocks.id, id))
    .orderBy(desc(sql`${blocks.endsAt} is null or ${blocks.endsAt} > ${now.toISOString()}::timestamptz`), desc(blocks.id))
    .limit(limit)

type NewBlock = Pick<typeof blocks.$inferInsert, 'id' | 'kind' | 'value' | 'reason' | 'createdAt' | 'endsAt'>

/** The bits of a network beyond its prefix are cleared. */
export const insertBlock = (tx: Transaction, block: NewBlock) =>
  tx
    .insert(blocks)
    .values(
      block.kind === 'network'
        ? { ...block, value: sql`network(${block.value}::inet)::text`, network: sql`network(${block.value}::inet)` }
        : block,
    )

export async function lockBlock(tx: Transaction, id: string) {
  const [row] = await tx.select().from(blocks).where(eq(blocks.id, id)).for('update')
  return row
}

export const endBlockAt = (tx: Transaction, id: string, endsAt: Date) =>
  tx.update(blocks).set({ endsAt }).where(eq(blocks.id, id))

/** Whether a network contains a block of addresses. */
export async function hasAddress(tx: Transaction, network: string, address: string) {
  const [row] = await tx.execute<{ contains: boolean }>(
    sql`select network(${network}::inet)::inet >>= ${address}::inet as contains`,
  )
  return row?.contains === true
}

/** The hits of all entries, by kind. */
export const sumHits = (db: Queryable) =>
  db
    .select({ kind: blocks.kind, hits: sql<number>`sum(${blocks.hits})::int` })
    .from(blocks)
    .groupBy(blocks.kind)

export const deleteEndedBlocks = (db: Queryable, before: Date) => db.delete(blocks).where(lt(blocks.endsAt, before))
