import * as v from 'valibot'
import type { Transaction } from '#server/database/client.ts'
import { nameOf } from '#server/features/admin/account-name.ts'
import { applyDecision, type Reviewable, versionConflict, withVersion } from '#server/features/admin/decision.ts'
import type { Decider, ReviewDeps } from '#server/features/admin/deps.ts'
import { runs } from '#server/features/admin/imports/import-runs.ts'
import { prices } from '#server/features/admin/imports/prices.ts'
import { intros } from '#server/features/admin/intros.ts'
import { applicationReview } from '#server/features/admin/profiles/applications.ts'
import { projects } from '#server/features/admin/projects.ts'
import type { Account } from '#server/http/session.ts'
import type { AuditChoices, AuditEntry, AuditPage, AuditQuery, UndoableTarget } from '#shared/admin/audit.ts'
import { readableTargets } from '#shared/admin/rights.ts'
import { Problem } from '#shared/problem.ts'
import { type Entry, findEntry, listChoices, listEntries } from './audit-queries.ts'

const PAGE = 50

type Undo = {
  /** Whether the entry is a decision about such an entity, and not another kind of entry. */
  isDecision: (entry: Entry) => boolean
  undo: (deps: ReviewDeps & { tx: Transaction }, by: Decider, entry: Entry) => Promise<unknown>
}

/** Restores the state of an entity before a decision, as a new decision. */
const undoOf = <Doc extends object, State extends object>(subject: Reviewable<Doc, State>): Undo => ({
  isDecision: (entry) => v.is(subject.State, entry.before) && v.is(subject.State, entry.after),
  async undo(deps, by, entry) {
    const { tx } = deps
    const [before, after] = [v.safeParse(subject.State, entry.before), v.safeParse(subject.State, entry.after)]
    const locked = await subject.lock(tx, entry.targetId)
    if (!locked || !before.success || !after.success) throw new Problem('review.not-undoable')
    if (!Bun.deepEquals(locked.state, after.output)) throw versionConflict(withVersion(subject, locked.doc))
    const goal = (await subject.restored?.(tx, before.output, locked.doc)) ?? before.output
    // The restorable part of the state is already in place.
    const isNothingLeft = !Bun.deepEquals(goal, before.output) && Bun.deepEquals(goal, locked.state)
    if (isNothingLeft) throw versionConflict(withVersion(subject, locked.doc))
    return applyDecision(deps, by, subject, locked, { after: goal, action: 'undone', undone: entry })
  },
})

const undosOf = (deps: ReviewDeps): Partial<Record<string, Undo>> =>
  ({
    vc: undoOf(applicationReview(deps)),
    project: undoOf(projects),
    intro: undoOf(intros),
    'import-run': undoOf(runs),
    price: undoOf(prices),
  }) satisfies Record<UndoableTarget, Undo>

/**
 * Undoes a decision. The undo is itself a decision: it is logged and can be undone.
 *
 * @throws Problem `review.moved-on` when another decision was made since, `review.not-undoable` when it never can be
 */
export const undo = (deps: ReviewDeps, by: Decider, entryId: string) =>
  deps.db.transaction(async (tx) => {
    const entry = await findEntry(tx, entryId)
    if (!entry || !mayRead(by.admin, entry)) throw new Problem('not-found')
    const kind = undosOf(deps)[entry.targetType]
    if (!kind) throw new Problem('review.not-undoable')
    await kind.undo({ ...deps, tx }, by, entry)
  })

const mayRead = ({ session }: Account, { targetType }: Entry) => readableTargets(session.roles)?.includes(targetType) ?? true

/** A page of decisions, latest first: those that the roles of the reader include. */
export async function listAudit(deps: ReviewDeps, { session }: Account, { before, ...filter }: AuditQuery): Promise<AuditPage> {
  const rows = await listEntries(deps.db, { filter, kinds: readableTargets(session.roles), before, limit: PAGE + 1 })
  const undos = undosOf(deps)
  const entries = rows.slice(0, PAGE).map((row) => present(row, undos))
  return { entries, next: rows.length > PAGE ? (entries.at(-1)?.id ?? null) : null }
}

/** What the log contains, for the choices of its filter. */
export async function listAuditChoices({ db }: Pick<ReviewDeps, 'db'>, { session }: Account): Promise<AuditChoices> {
  const { actors, actions, targetTypes } = await listChoices(db, readableTargets(session.roles))
  return { actors: actors.map((actor) => ({ id: actor.id, name: nameOf(actor) })), actions, targetTypes }
}

type Listed = Awaited<ReturnType<typeof listEntries>>[number]

const present = ({ entry, actor, targetName, replyText, isLatest }: Listed, undos: ReturnType<typeof undosOf>): AuditEntry => {
  const { actorId: _, ...kept } = entry
  return {
    ...kept,
    before: asRecord(entry.before),
    after: withReply(asRecord(entry.after), replyText),
    actor: actor && { id: actor.id, name: nameOf(actor) },
    targetName,
    canUndo: isLatest && (undos[entry.targetType]?.isDecision(entry) ?? false),
    createdAt: entry.createdAt.toISOString(),
  }
}

const asRecord = (state: unknown) => (typeof state === 'object' ? (state as Record<string, unknown> | null) : null)

/** The text of an answer in place of the id under which it is stored. */
function withReply(after: Record<string, unknown> | null, reply: string | null) {
  if (!after || !('messageId' in after)) return after
  const { messageId: _, ...rest } = after
  return reply === null ? rest : { ...rest, reply }
}
