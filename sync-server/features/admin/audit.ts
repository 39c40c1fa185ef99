import * as v from 'valibot'
import type { Transaction } from '#server/database/client.ts'
import type { AuditEntry, AuditPage, AuditTarget } from '#shared/admin/audit.ts'
import { Problem } from '#shared/problem.ts'
import { nameOf } from './account-name.ts'
import { applications } from './applications.ts'
import { type Entry, findEntry, listEntries } from './audit-queries.ts'
import { applyDecision, type Reviewable, versionConflict, withVersion } from './decision.ts'
import type { Decider, ReviewDeps } from './deps.ts'
import { runs } from './import-runs.ts'
import { intros } from './intros.ts'
import { prices } from './prices.ts'
import { projects } from './projects.ts'

const PAGE = 50

type Undo = {
  /** Whether the entry is a decision about such a thing, and not something else that was noted of it. */
  isDecision: (entry: Entry) => boolean
  undo: (tx: Transaction, by: Decider, entry: Entry) => Promise<unknown>
}

/** Puts one kind of thing back to what stood before a decision, as another decision. */
const undoOf = <Doc extends object, State extends object>(subject: Reviewable<Doc, State>): Undo => ({
  isDecision: (entry) => v.is(subject.State, entry.before) && v.is(subject.State, entry.after),
  async undo(tx, by, entry) {
    const [before, after] = [v.safeParse(subject.State, entry.before), v.safeParse(subject.State, entry.after)]
    const held = await subject.hold(tx, entry.targetId)
    if (!held || !before.success || !after.success) throw new Problem('review.not-undoable')
    if (!Bun.deepEquals(held.state, after.output)) throw versionConflict(withVersion(subject, held.doc))
    const goal = (await subject.restored?.(tx, before.output, held.doc)) ?? before.output
    // What may come back stands already.
    const isNothingLeft = !Bun.deepEquals(goal, before.output) && Bun.deepEquals(goal, held.state)
    if (isNothingLeft) throw versionConflict(withVersion(subject, held.doc))
    return applyDecision(tx, by, subject, held, { after: goal, action: 'undone', undoes: entry.id })
  },
})

const undosOf = (deps: ReviewDeps): Partial<Record<string, Undo>> =>
  ({
    vc: undoOf(applications(deps)),
    project: undoOf(projects),
    intro: undoOf(intros),
    'import-run': undoOf(runs),
    price: undoOf(prices),
  }) satisfies Record<AuditTarget, Undo>

/**
 * Takes a decision back. That is a decision too: it stands in the log, and can itself be taken back.
 *
 * @throws Problem `review.moved-on` when something else was decided since, `review.not-undoable` when it never can be
 */
export const undo = (deps: ReviewDeps, by: Decider, entryId: string) =>
  deps.db.transaction(async (tx) => {
    const entry = await findEntry(tx, entryId)
    if (!entry) throw new Problem('not-found')
    const kind = undosOf(deps)[entry.targetType]
    if (!kind) throw new Problem('review.not-undoable')
    await kind.undo(tx, by, entry)
  })

/** A page of decisions, the latest first. */
export async function listAudit(deps: ReviewDeps, before: string | undefined): Promise<AuditPage> {
  const rows = await listEntries(deps.db, { before, limit: PAGE + 1 })
  const undos = undosOf(deps)
  const entries = rows.slice(0, PAGE).map((row) => present(row, undos))
  return { entries, next: rows.length > PAGE ? (entries.at(-1)?.id ?? null) : null }
}

type Listed = Awaited<ReturnType<typeof listEntries>>[number]

const present = ({ entry, actor, targetName, isLatest }: Listed, undos: ReturnType<typeof undosOf>): AuditEntry => {
  const { actorId: _, ...kept } = entry
  return {
    ...kept,
    before: asRecord(entry.before),
    after: asRecord(entry.after),
    actor: actor && { id: actor.id, name: nameOf(actor) },
    targetName,
    canUndo: isLatest && (undos[entry.targetType]?.isDecision(entry) ?? false),
    createdAt: entry.createdAt.toISOString(),
  }
}

const asRecord = (state: unknown) => (typeof state === 'object' ? (state as Record<string, unknown> | null) : null)
