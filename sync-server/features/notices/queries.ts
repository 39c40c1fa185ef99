import { and, desc, eq, exists, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { notices } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import { recordOf } from '#server/features/listings/sold-listings.ts'
import type { PrincipalId, UserId, VcId } from '#shared/ids.ts'
import { MAX_NOTICES } from '#shared/notices/contract.ts'

/**
 * A guest who has signed in since is the account. `host`: the account that owns a listing, or that has taken over the record;
 * `mailbox`: the account that has proved this address.
 */
export type Receiver = { principalId: PrincipalId } | { userId: UserId } | { host: VcId } | { mailbox: string }

type NewNotice = { kind: string; subject: string; facts: object; createdAt: Date }

/** Inserts a notice for a receiver that exists, once per kind and subject. @returns what was inserted */
export async function insertNotice(tx: Queryable, to: Receiver, { kind, subject, facts, createdAt }: NewNotice) {
  const [written] = await tx.execute<{ id: string; principalId: PrincipalId }>(sql`
    insert into notices (id, principal_id, kind, subject, facts, created_at)
    select ${newId<string>('ntc')}, (${findReceiver(to)}), ${kind}, ${subject}, ${JSON.stringify(facts)}::jsonb,
      ${createdAt.toISOString()}::timestamptz
    where (${findReceiver(to)}) is not null
    on conflict (principal_id, kind, subject) where subject is not null do nothing
    returning id, principal_id as "principalId"`)
  return written
}

function findReceiver(to: Receiver): SQL {
  if ('principalId' in to) return sql`select coalesce(merged_into, id) from principals where id = ${to.principalId}`
  const of = (users: SQL) => sql`select id from principals where merged_into is null and user_id = (${users})`
  if ('userId' in to) return of(sql`${to.userId}`)
  if ('mailbox' in to)
    return of(sql`select id from users where lower(email) = lower(${to.mailbox}) and email_verified_at is not null`)
  return of(sql`select user_id from vcs where id = ${to.host} or (replaces_id = ${recordOf(to.host)} and is_verified and claim_revoked_at is null)
    order by (id = ${to.host}) desc limit 1`)
}

/** Whether a receiver has a notice of a kind with a subject that begins so. */
export async function hasNotice(tx: Queryable, to: Receiver, kind: string, start: string): Promise<boolean> {
  const [row] = await tx.execute(sql`
    select from notices where principal_id = (${findReceiver(to)}) and kind = ${kind} and starts_with(subject, ${start}) limit 1`)
  return row !== undefined
}

export async function deleteNotice(tx: Queryable, kind: string, subject: string) {
  await tx.delete(notices).where(and(eq(notices.kind, kind), eq(notices.subject, subject)))
}

/** The latest notices of a principal. Rows of the first releases have no subject, and are not shown. */
export const listNotices = preparedQuery((db, principalId: PrincipalKey) =>
  db
    .select({
      id: notices.id,
      kind: notices.kind,
      facts: notices.facts,
      isRead: notices.isRead,
      createdAt: notices.createdAt,
    })
    .from(notices)
    .where(and(eq(notices.principalId, principalId), isNotNull(notices.subject)))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(MAX_NOTICES),
)

export async function setRead(tx: Transaction, principalId: PrincipalId, ids: string[]) {
  const unread = and(eq(notices.principalId, principalId), inArray(notices.id, ids), eq(notices.isRead, false))
  await tx.update(notices).set({ isRead: true }).where(unread)
}

const own = alias(notices, 'own')

/** Both have been notified of the same fact: the notice of the receiver stays, and is read if one of both was. */
export async function mergeNotices(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  const isSame = and(eq(own.principalId, to), eq(own.kind, notices.kind), eq(own.subject, notices.subject))
  const counterpart = tx.select({ id: own.id }).from(own).where(isSame)
  const doubled = await tx
    .delete(notices)
    .where(and(eq(notices.principalId, from), exists(counterpart)))
    .returning({ kind: notices.kind, subject: notices.subject, isRead: notices.isRead })
  for (const { kind, subject, isRead } of doubled) {
    if (!isRead || subject === null) continue
    const its = and(eq(notices.principalId, to), eq(notices.kind, kind), eq(notices.subject, subject))
    await tx.update(notices).set({ isRead: true }).where(its)
  }
  await tx.update(notices).set({ principalId: to }).where(eq(notices.principalId, from))
}

/** Deletes notices that are too old or that no device has, and those of principals that no longer exist. */
export async function deleteOldNotices(db: Queryable, before: Date) {
  await db.execute(sql`
    delete from notices where created_at < ${before.toISOString()}::timestamptz
      or not exists (select from principals where principals.id = notices.principal_id)
      or id in (select id from (
        select id, row_number() over (partition by principal_id order by created_at desc, id desc) as place from notices
        where subject is not null) placed where place > ${MAX_NOTICES})`)
}
