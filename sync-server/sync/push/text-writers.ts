import { and, eq, inArray, sql } from 'drizzle-orm'
import { textWriters } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { ClientId, PrincipalId } from '#shared/ids.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'

/** Whose texts, and of what. */
export type Subject = Pick<typeof textWriters.$inferSelect, 'principalId' | 'kind' | 'subjectId'>

type Texts<Field extends string> = Partial<Record<Field, string | null>>

const markOf = (text: string | null | undefined) => fingerprint(text ?? '')

const ofSubject = ({ principalId, kind, subjectId }: Subject) =>
  and(eq(textWriters.principalId, principalId), eq(textWriters.kind, kind), eq(textWriters.subjectId, subjectId))

/**
 * The texts of `stored` that this device wrote itself, as it wrote them: what a client of the last release had seen when it names no
 * base. Empty where the writer is not known. The caller holds the row of the texts.
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
  const isOwn = (name: Field) => marks.get(name) === markOf(stored[name])
  return Object.fromEntries((Object.keys(stored) as Field[]).filter(isOwn).map((name) => [name, stored[name]])) as Texts<Field>
}

/**
 * Notes who wrote the texts that are stored from now on.
 *
 * @param written  each field whose text became another one, with the device's own text: where that was merged with another text, what
 *   is stored has no single writer
 * @param clientId  undefined for a call outside the outbox: it names no device, and the writer is unknown
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
    .values(fields.map((field) => ({ ...subject, field, clientId, mark: markOf(written[field]) })))
    .onConflictDoUpdate({
      target: [textWriters.principalId, textWriters.kind, textWriters.subjectId, textWriters.field],
      set: { clientId: sql`excluded.client_id`, mark: sql`excluded.mark` },
    })
}

/** Removes what is known of texts that were removed. */
export async function forgetWriters(tx: Transaction, kind: Subject['kind'], subjectIds: string[]) {
  await tx.delete(textWriters).where(and(eq(textWriters.kind, kind), inArray(textWriters.subjectId, subjectIds)))
}

/** Gives a guest's to the account. Where both have one, the account's stays: it counts for the text with its mark alone. */
export async function moveTextWriters(db: Queryable, from: PrincipalId, to: PrincipalId) {
  await db.execute(sql`
    with moved as (delete from text_writers where principal_id = ${from} returning kind, subject_id, field, client_id, mark)
    insert into text_writers (principal_id, kind, subject_id, field, client_id, mark)
    select ${to}, kind, subject_id, field, client_id, mark from moved
    on conflict do nothing`)
}
