import { and, asc, eq, sql } from 'drizzle-orm'
import { contactIntros, contactNotes, mailTemplates, savedInvestors } from '#drizzle/schema/index.ts'
import { areSame } from '#server/are-same.ts'
import type { Queryable } from '#server/database/client.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'

export const listNotes = preparedQuery((db, principalId: PrincipalKey) =>
  db.select().from(contactNotes).where(eq(contactNotes.principalId, principalId)).orderBy(asc(contactNotes.contactId)),
)

export const listTemplates = preparedQuery((db, principalId: PrincipalKey) =>
  db.select().from(mailTemplates).where(eq(mailTemplates.principalId, principalId)).orderBy(asc(mailTemplates.contactId)),
)

export const countTemplates = (db: Queryable, principalId: PrincipalId) =>
  db.$count(mailTemplates, eq(mailTemplates.principalId, principalId))

/** The kinds of text that a user keeps about a contact, and templates, which are about none. */
const OWN_TEXTS = { note: contactNotes, intro: contactIntros, template: mailTemplates }
export type OwnText = keyof typeof OWN_TEXTS

const isOf = (kind: OwnText, principalId: PrincipalId, contactId: VcId) =>
  and(eq(OWN_TEXTS[kind].principalId, principalId), eq(OWN_TEXTS[kind].contactId, contactId))

/**
 * A principal's own text, locked until the transaction ends: of two concurrent devices the second merges into the result of the
 * first.
 */
export async function lockText(db: Queryable, kind: OwnText, principalId: PrincipalId, contactId: VcId) {
  // A text that does not exist yet has no row to lock.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}:${principalId}:${contactId}`}, 0))`)
  const [stored] = await db
    .select()
    .from(OWN_TEXTS[kind])
    .where(isOf(kind, principalId, contactId))
    .for('update')
  return stored
}

export type Text = typeof contactNotes.$inferSelect

/**
 * Writes a text. Its conflict versions may be 256 KB: when unchanged, they are not written again.
 *
 * @param before  the stored row, locked; undefined for a new text
 */
export async function storeText(db: Queryable, kind: OwnText, { before, after }: { before: Text | undefined; after: Text }) {
  const { principalId, contactId, clashes, ...content } = after
  const table = OWN_TEXTS[kind]
  const set = { ...content, ...(!(before && areSame(clashes, before.clashes)) && { clashes }) }
  if (before)
    return db
      .update(table)
      .set(set)
      .where(isOf(kind, principalId, contactId))
  return db
    .insert(table)
    .values(after)
    .onConflictDoUpdate({ target: [table.principalId, table.contactId], set })
}

export async function deleteText(db: Queryable, kind: OwnText, principalId: PrincipalId, contactId: VcId) {
  await db.delete(OWN_TEXTS[kind]).where(isOf(kind, principalId, contactId))
}

export const listSaved = preparedQuery((db, principalId: PrincipalKey) =>
  db.select().from(savedInvestors).where(eq(savedInvestors.principalId, principalId)).orderBy(asc(savedInvestors.vcId)),
)

/** @returns whether it is saved now: false when the principal has reached the limit */
export async function insertSaved(db: Queryable, { principalId, vcId, createdAt }: NewSaved): Promise<boolean> {
  const [saved] = await db.execute<{ isSaved: boolean }>(sql`
    with inserted as (
      insert into saved_investors (principal_id, vc_id, created_at) select ${principalId}, ${vcId}, ${createdAt?.toISOString() ?? null}::timestamptz
      where (select count(*) from saved_investors where principal_id = ${principalId}) < ${MAX_SAVED}
      on conflict do nothing returning 1)
    select exists (select from inserted)
      or exists (select from saved_investors where principal_id = ${principalId} and vc_id = ${vcId}) as "isSaved"`)
  return saved?.isSaved ?? false
}
type NewSaved = typeof savedInvestors.$inferInsert

/** More than a person would ever save. A private pull reads all of them. */
const MAX_SAVED = 2000

export async function deleteSaved(db: Queryable, principalId: PrincipalId, vcId: VcId) {
  await db.delete(savedInvestors).where(and(eq(savedInvestors.principalId, principalId), eq(savedInvestors.vcId, vcId)))
}

/** Deletes a principal's texts of one kind. @returns the deleted rows */
export const takeTexts = (db: Queryable, kind: OwnText, principalId: PrincipalId) =>
  db.delete(OWN_TEXTS[kind]).where(eq(OWN_TEXTS[kind].principalId, principalId)).returning()

/** Transfers saved investors to another owner, latest first, up to the limit: guests must not exceed it in sum. */
export async function moveSaved(db: Queryable, from: PrincipalId, to: PrincipalId) {
  await db.execute(sql`
    with moved as (delete from saved_investors where principal_id = ${from} returning vc_id, created_at)
    insert into saved_investors (principal_id, vc_id, created_at)
    select ${to}, vc_id, created_at from moved m
    where not exists (select from saved_investors own where own.principal_id = ${to} and own.vc_id = m.vc_id)
    order by created_at desc
    limit greatest(0, ${MAX_SAVED} - (select count(*) from saved_investors where principal_id = ${to}))
    on conflict do nothing`)
}
