import { and, eq, isNull, sql } from 'drizzle-orm'
import { principals, projectDrafts, projects } from '#drizzle/schema/index.ts'
import { areSame } from '#server/are-same.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import { PUBLISHING_KINDS } from '#server/features/publishing/fulfilment.ts'
import type { PrincipalId, ProjectId, UserId } from '#shared/ids.ts'
import { losesBadge } from '#shared/projects/badge.ts'
import { canonicalEcosystem } from '#shared/projects/catalogues.ts'
import { blankValues, type ProjectValues, projectFieldNames } from '#shared/projects/fields.ts'
import type { TidyProject } from '#shared/projects/normalise.ts'
import type { MergeState } from '#shared/sync/three-way-merge.ts'
import type { ProjectRow } from './queries.ts'

export type Draft = MergeState<ProjectValues>

export async function findOwnProject(db: Queryable, userId: UserId): Promise<ProjectRow | undefined> {
  const [row] = await db.select().from(projects).where(eq(projects.userId, userId))
  return row
}

/** Whether its publication is paid and not refunded. */
const isPaid = sql<boolean>`exists (
  select from orders o where o.target_id = ${projects.id} and o.kind in ${PUBLISHING_KINDS} and o.status = 'paid')`

/** A principal's draft and project. A guest has neither. */
export async function findOwn(db: Queryable, principalId: PrincipalId) {
  const [found] = await ownRows(db, principalId)
  const draft = found?.draft ? draftOf(found.draft) : undefined
  return { draft, row: found?.row ?? undefined, isPaid: found?.isPaid ?? false }
}

const ownRows = preparedQuery((db, principalId: PrincipalKey) =>
  db
    .select({ draft: projectDrafts, row: projects, isPaid })
    .from(principals)
    .leftJoin(projectDrafts, eq(projectDrafts.principalId, principals.id))
    .leftJoin(projects, eq(projects.userId, principals.userId))
    .where(eq(principals.id, principalId)),
)

/**
 * The draft, locked until the transaction ends: concurrent writes of two devices are serialised.
 *
 * @param first  the initial draft, stored if there is none
 */
export async function lockDraft(
  tx: Transaction,
  owner: { principalId: PrincipalId; userId: UserId },
  first: () => Promise<Draft>,
): Promise<Draft> {
  const find = () => tx.select().from(projectDrafts).where(eq(projectDrafts.principalId, owner.principalId)).for('update')
  const [stored] = await find()
  if (stored) return draftOf(stored)
  const draft = await first()
  await tx
    .insert(projectDrafts)
    .values({ ...owner, ...draft })
    .onConflictDoNothing()
  const [row] = await find()
  return row ? draftOf(row) : draft
}

/** The same, if there is one. */
export async function lockOwnDraft(tx: Transaction, principalId: PrincipalId): Promise<Draft | undefined> {
  const [row] = await tx.select().from(projectDrafts).where(eq(projectDrafts.principalId, principalId)).for('update')
  return row && draftOf(row)
}

/** Deletes a draft, and the project if it was never published. */
export async function deleteDraftRows(tx: Transaction, { userId, principalId }: { userId: UserId; principalId: PrincipalId }) {
  await tx.delete(projectDrafts).where(eq(projectDrafts.principalId, principalId))
  await tx.delete(projects).where(and(eq(projects.userId, userId), isNull(projects.publishedAt)))
}

type DraftUpdate = { before: Draft; after: Draft; updatedAt: Date }

export const areSameDrafts = (one: Draft, other: Draft): boolean =>
  projectFieldNames.every((field) => one.values[field] === other.values[field]) && areSame(one.clashes, other.clashes)

/**
 * Writes only differences. Conflict versions may be 256 KB, and most edits add none: a column that is not named is not written.
 */
export async function updateDraft(tx: Transaction, principalId: PrincipalId, { before, after, updatedAt }: DraftUpdate) {
  if (areSameDrafts(before, after)) return
  const { clashes, ...draft } = after
  await tx
    .update(projectDrafts)
    .set({ ...draft, ...(!areSame(clashes, before.clashes) && { clashes }), updatedAt })
    .where(eq(projectDrafts.principalId, principalId))
}

/** Fields added to the form later are blank in older drafts, and an ecosystem may have another spelling there. */
const draftOf = ({ values, writers, clashes }: typeof projectDrafts.$inferSelect): Draft => ({
  values: { ...blankValues, ...values, ecosystem: canonicalEcosystem(values.ecosystem ?? '') },
  writers,
  clashes,
})

/** The same, locked until the transaction ends. */
export async function lockOwnProject(tx: Transaction, userId: UserId): Promise<ProjectRow | undefined> {
  const [row] = await tx.select().from(projects).where(eq(projects.userId, userId)).for('update')
  return row
}

type Upsert = { before: ProjectRow | undefined; content: TidyProject; updatedAt: Date }

/**
 * Writes a founder's content; owner, status, votes and publication are not writable by the founder. Another name or link removes
 * the badge until an admin has reviewed it.
 *
 * @param before  the current row, locked
 */
export async function upsertProject(
  tx: Transaction,
  userId: UserId,
  { before, content, updatedAt }: Upsert,
): Promise<ProjectRow> {
  const isDoubtful = before !== undefined && losesBadge(before, content)
  const isUnverified = isDoubtful && before.status === 'verified'
  const [row] = await tx
    .insert(projects)
    .values({ id: newId<ProjectId>('prj'), userId, ...content })
    .onConflictDoUpdate({
      target: projects.userId,
      set: {
        ...content,
        ...(isDoubtful && { hasUnreviewedEdits: true }),
        ...(isUnverified && { status: 'under review' as const }),
        updatedAt,
      },
    })
    .returning()
  if (!row) throw new Error('The project was not written.')
  return row
}
