import { eq } from 'drizzle-orm'
import { principals, projectDrafts, projects } from '#drizzle/schema/index.ts'
import { areSame } from '#server/are-same.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import { canonicalEcosystem } from '#shared/catalogues.ts'
import type { PrincipalId, ProjectId, UserId } from '#shared/ids.ts'
import { losesBadge } from '#shared/projects/badge.ts'
import { blankValues, type ProjectValues, projectFieldNames } from '#shared/projects/fields.ts'
import type { TidyProject } from '#shared/projects/normalise.ts'
import type { MergeState } from '#shared/sync/three-way-merge.ts'
import type { ProjectRow } from './queries.ts'

export type Draft = MergeState<ProjectValues>

export async function findOwnProject(db: Queryable, userId: UserId): Promise<ProjectRow | undefined> {
  const [row] = await db.select().from(projects).where(eq(projects.userId, userId))
  return row
}

/** What a principal has of a project: its draft, and how it was saved last. A guest has neither. */
export async function findOwn(db: Queryable, principalId: PrincipalId) {
  const [found] = await ownRows(db, principalId)
  return { draft: found?.draft ? draftOf(found.draft) : undefined, row: found?.row ?? undefined }
}

const ownRows = preparedQuery((db, principalId: PrincipalKey) =>
  db
    .select({ draft: projectDrafts, row: projects })
    .from(principals)
    .leftJoin(projectDrafts, eq(projectDrafts.principalId, principals.id))
    .leftJoin(projects, eq(projects.userId, principals.userId))
    .where(eq(principals.id, principalId)),
)

/**
 * The draft, held until the transaction ends: of two devices that write at once one comes after the other.
 *
 * @param first  what is stored where there is none
 */
export async function lockDraft(
  tx: Transaction,
  owner: { principalId: PrincipalId; userId: UserId },
  first: () => Promise<Draft>,
): Promise<Draft> {
  const find = () => tx.select().from(projectDrafts).where(eq(projectDrafts.principalId, owner.principalId)).for('update')
  const [held] = await find()
  if (held) return draftOf(held)
  const draft = await first()
  await tx
    .insert(projectDrafts)
    .values({ ...owner, ...draft })
    .onConflictDoNothing()
  const [row] = await find()
  return row ? draftOf(row) : draft
}

type DraftUpdate = { before: Draft; after: Draft; updatedAt: Date }

export const areSameDrafts = (one: Draft, other: Draft): boolean =>
  projectFieldNames.every((field) => one.values[field] === other.values[field]) && areSame(one.clashes, other.clashes)

/**
 * Writes nothing where nothing differs. Versions beside a draft may be 256 KB, and most edits add none: a column that is not named is
 * not written again.
 */
export async function updateDraft(tx: Transaction, principalId: PrincipalId, { before, after, updatedAt }: DraftUpdate) {
  if (areSameDrafts(before, after)) return
  const { clashes, ...draft } = after
  await tx
    .update(projectDrafts)
    .set({ ...draft, ...(!areSame(clashes, before.clashes) && { clashes }), updatedAt })
    .where(eq(projectDrafts.principalId, principalId))
}

/** Fields that came to the form later are blank in older drafts, and an ecosystem may have its other spelling there. */
const draftOf = ({ values, writers, clashes }: typeof projectDrafts.$inferSelect): Draft => ({
  values: { ...blankValues, ...values, ecosystem: canonicalEcosystem(values.ecosystem ?? '') },
  writers,
  clashes,
})

/** The same, held until the transaction ends. */
export async function lockOwnProject(tx: Transaction, userId: UserId): Promise<ProjectRow | undefined> {
  const [row] = await tx.select().from(projects).where(eq(projects.userId, userId)).for('update')
  return row
}

type Upsert = { before: ProjectRow | undefined; content: TidyProject; updatedAt: Date }

/**
 * Writes what a founder saved; owner, status, votes and whether it is published are not theirs to write. Another name or link
 * takes the badge away until the team has looked.
 *
 * @param before  the row as it is, locked
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
