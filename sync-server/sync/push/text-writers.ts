import { and, eq, inArray, sql } from 'drizzle-orm'
import { textWriters } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { ClientId, PrincipalId } from '#shared/ids.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'

/** The owner of the texts, and the document they belong to. */
export type Subject = Pick<typeof textWriters.$inferSelect, 'principalId' | 'kind' | 'subjectId'>

type Texts<Field extends string> = Partial<Record<Field, string | null>>

const fingerprintOf = (text: string | null | undefined) => fingerprint(text ?? '')

const ofSubject = ({ principalId, kind, subjectId }: Subject) =>
  and(eq(textWriters.principalId, principalId), eq(textWriters.kind, kind), eq(textWriters.subjectId, subjectId))

/**
 * The texts of `stored` that this device wrote itself, unchanged: the version that a client of the last release had seen when it
 * sends no base. Empty when the writer is unknown. The caller holds a lock on the row of the texts.
 */
export async function findOwnTexts<Field extends string>(
  tx: Transaction,
  subject: Subject,
  clientId: ClientId,
  stored: Texts<Field>,
): Promise<Texts<Field>> {
  const { field, mark } = textWriters
  const rows = await tx
    .select({ field, mark })
    .from(textWriters)
    .where(and(ofSubject(subject), eq(textWriters.clientId, clientId)))
  const marks = new Map(rows.map((row) => [row.field, row.mark]))
  const isOwn = (name: Field) => marks.get(name) === fingerprintOf(stored[name])
  return Object.fromEntries((Object.keys(stored) as Field[]).filter(isOwn).map((name) => [name, stored[name]])) as Texts<Field>
}

/**
 * Records which device wrote the texts that are stored from now on.
 *
 * @param written  each changed field with the device's own text: when that was merged with another text, the stored text has no
 * single writer
 * @param clientId  undefined for a call outside the outbox: it has no device id, so the writer is unknown
 */
export async function noteWriter<Field extends string>(
  tx: Transaction,
  subject: Subject,
  clientId: ClientId | undefined,
  written: Texts<Field>,
) {
  const fields = Object.keys(written) as Field[]
  if (fields.length === 0) return
  if (clientId === undefined) {
    await tx.delete(textWriters).where(and(ofSubject(subject), inArray(textWriters.field, fields)))
    return
  }
  await tx
    .insert(textWriters)
    .values(fields.map((field) => ({ ...subject, field, clientId, mark: fingerprintOf(written[field]) })))
    .onConflictDoUpdate({
      target: [textWriters.principalId, textWriters.kind, textWriters.subjectId, textWriters.field],
      set: { clientId: sql`excluded.client_id`, mark: sql`excluded.mark` },
    })
}

/** Deletes the recorded writers of deleted texts. */
export async function forgetWriters(tx: Transaction, kind: Subject['kind'], subjectIds: string[]) {
  await tx.delete(textWriters).where(and(eq(textWriters.kind, kind), inArray(textWriters.subjectId, subjectIds)))
}

/**
 * Transfers a guest's rows to the account. On conflict the account's row is kept: a row applies only to the text with its
 * fingerprint.
 */
export async function moveTextWriters(db: Queryable, from: PrincipalId, to: PrincipalId) {
  await db.execute(sql`
    with moved as (delete from text_writers where principal_id = ${from} returning kind, subject_id, field, client_id, mark)
    insert into text_writers (principal_id, kind, subject_id, field, client_id, mark)
    select ${to}, kind, subject_id, field, client_id, mark from moved
    on conflict do nothing`)
}
