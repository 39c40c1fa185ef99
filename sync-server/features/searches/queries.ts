import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { savedSearches } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { SearchId } from '#shared/searches/contract.ts'

export type SearchRow = typeof savedSearches.$inferSelect

const isSearch = (principalId: PrincipalId, id: SearchId) =>
  and(eq(savedSearches.principalId, principalId), eq(savedSearches.id, id))

export const listSearches = preparedQuery((db, principalId: PrincipalKey) =>
  db.select().from(savedSearches).where(eq(savedSearches.principalId, principalId)).orderBy(asc(savedSearches.id)),
)

/** A search, locked until the transaction ends, even when the row does not exist yet. */
export async function lockSearch(tx: Queryable, principalId: PrincipalId, id: SearchId): Promise<SearchRow | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`search:${principalId}:${id}`}, 0))`)
  const [row] = await tx.select().from(savedSearches).where(isSearch(principalId, id)).for('update')
  return row
}

export const countSearches = (db: Queryable, principalId: PrincipalId) =>
  db.$count(savedSearches, eq(savedSearches.principalId, principalId))

export async function putSearch(db: Queryable, row: typeof savedSearches.$inferInsert) {
  const { name, filters, seenUpTo, updatedAt } = row
  await db
    .insert(savedSearches)
    .values(row)
    .onConflictDoUpdate({ target: [savedSearches.principalId, savedSearches.id], set: { name, filters, seenUpTo, updatedAt } })
}

export async function removeSearch(db: Queryable, principalId: PrincipalId, id: SearchId) {
  await db.delete(savedSearches).where(isSearch(principalId, id))
}

const guest = alias(savedSearches, 'guest')
const own = alias(savedSearches, 'own')

/**
 * Transfers a guest's searches to the account. One that the account has as well, with the same name and filters, is not
 * duplicated. Where the account has the same id with other texts, both are kept, the guest's under a new id.
 */
export async function moveSearches(db: Queryable, from: PrincipalId, to: PrincipalId) {
  await db.execute(sql`
    delete from saved_searches guest using saved_searches own
    where guest.principal_id = ${from} and own.principal_id = ${to}
      and ${guest.name} = ${own.name} and ${guest.filters} = ${own.filters}`)
  await db.execute(sql`
    update saved_searches set id = 'sch_' || gen_random_uuid()
    where principal_id = ${from} and id in (select id from saved_searches where principal_id = ${to})`)
  await db.update(savedSearches).set({ principalId: to }).where(eq(savedSearches.principalId, from))
}
