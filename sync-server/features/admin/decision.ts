import type { GenericSchema } from 'valibot'
import type { Transaction } from '#server/database/client.ts'
import type { MailMessage } from '#server/email/mail-message.ts'
import { hasMail, queueMail, withdrawMail } from '#server/email/outbox.ts'
import { type Receiver, withdrawNotice, writeNotice } from '#server/features/notices/service.ts'
import { docVersion } from '#server/sync/private/doc-version.ts'
import type { UndoableTarget } from '#shared/admin/audit.ts'
import type { Versioned } from '#shared/admin/decision-fields.ts'
import type { NoticeFacts } from '#shared/notices/kinds.ts'
import { Problem } from '#shared/problem.ts'
import type { Decider, ReviewDeps } from './deps.ts'
import type { Entry } from './log/audit-queries.ts'
import { writeAuditEntry } from './write-audit-entry.ts'

/** One entity as admins see it, and the part of its state that they decide about. */
export type LockedEntity<Doc extends object, State extends object> = {
  id: string
  doc: Doc
  state: State
  /** The addressee of the decision mail; absent without an address. */
  recipient?: { email: string; name: string | null } | undefined
  /** Whom the notice of a decision is for; absent without an account or a guest. */
  receiver?: Receiver | undefined
}

/** The kinds of notices about decisions. */
type DecisionKind = 'application' | 'project' | 'intro'
export type DecisionNotice = { [Kind in DecisionKind]: { kind: Kind; facts: NoticeFacts[Kind] } }[DecisionKind]

/** The content of a decision mail: the state before and after, and whether it undoes another decision. */
export type DecisionMail<State> = { name: string | null; before: State; after: State; isUndone: boolean; base: string }

/** A kind of entity that admins decide about: how one is locked, written and reported by mail. */
export type Reviewable<Doc extends object, State extends object> = {
  type: UndoableTarget
  State: GenericSchema<unknown, State>
  /** The current entity, its row locked until the transaction ends. */
  lock: (tx: Transaction, id: string) => Promise<LockedEntity<Doc, State> | undefined>
  write: (tx: Transaction, locked: LockedEntity<Doc, State>, after: State, how: { isUndo: boolean }) => Promise<void>
  /** Maps the state before a decision to the state after its undo; the identity where absent. */
  restored?: (tx: Transaction, before: State, doc: Doc) => State | Promise<State>
  /** `undefined` when no mail is sent. */
  message?: (mail: DecisionMail<State>, doc: Doc) => MailMessage | undefined
  /** `undefined` when the receiver is not notified. */
  notice?: (change: { before: State; after: State }, doc: Doc) => DecisionNotice | undefined
  /** The part of the document that its version covers; all of it where absent. */
  decidedUpon?: (doc: Doc) => object
}

type Decision<Doc, State> = {
  /** The version that the admin saw; without it nothing is compared. */
  version: number | undefined
  rule: (state: State, doc: Doc, tx: Transaction) => State | Promise<State>
  /** The verb for the audit log, in the past tense. */
  action: (after: State) => string
}

export const withVersion = <Doc extends object, State extends object>(
  { decidedUpon }: Reviewable<Doc, State>,
  doc: Doc,
): Versioned<Doc> => ({ ...doc, version: docVersion(decidedUpon?.(doc) ?? doc) })

/**
 * Applies an admin's decision: the change, its audit entry, its notice and its mail commit together. A decision that changes nothing
 * leaves no trace.
 *
 * @returns the updated entity
 * @throws Problem `not-found`, and `review.moved-on` with the current state when it is not what the admin saw
 */
export const decide = <Doc extends object, State extends object>(
  deps: ReviewDeps,
  by: Decider,
  subject: Reviewable<Doc, State>,
  id: string,
  { version, rule, action }: Decision<Doc, State>,
): Promise<Versioned<Doc>> =>
  deps.db.transaction(async (tx) => {
    const locked = await subject.lock(tx, id)
    if (!locked) throw new Problem('not-found')
    const seen = withVersion(subject, locked.doc)
    if (version !== undefined && version !== seen.version) throw versionConflict(seen)
    const after = await rule(locked.state, locked.doc, tx)
    if (Bun.deepEquals(after, locked.state)) return seen
    return applyDecision({ ...deps, tx }, by, subject, locked, { after, action: action(after), undone: undefined })
  })

export const versionConflict = (current: object) => new Problem('review.moved-on', undefined, undefined, current)

/** `undone`: the entry of the audit log that this decision undoes. */
type Step<State> = { after: State; action: string; undone: Entry | undefined }

type StepDeps = { tx: Transaction } & Pick<ReviewDeps, 'mailDelaySeconds' | 'now'>

export async function applyDecision<Doc extends object, State extends object>(
  { tx, mailDelaySeconds, now: clock }: StepDeps,
  { admin, base }: Decider,
  subject: Reviewable<Doc, State>,
  locked: LockedEntity<Doc, State>,
  { after, action, undone }: Step<State>,
): Promise<Versioned<Doc>> {
  const { id, state: before, recipient } = locked
  await subject.write(tx, locked, after, { isUndo: undone !== undefined })
  const target = { targetType: subject.type, targetId: id }
  const entryId = await writeAuditEntry(tx, { actorId: admin.id, action, ...target, before, after, undoes: undone?.id ?? null })
  const told = mailDelaySeconds > 0 ? await withdrawUntold(tx, undone) : 'another state'
  const notice = locked.receiver && subject.notice?.({ before, after }, locked.doc)
  if (undone && notice && told === 'this state') await withdrawNotice(tx, notice.kind, undone.id)
  else if (notice && locked.receiver) await writeNotice(tx, locked.receiver, { ...notice, subject: entryId, now: clock() })
  if (recipient && subject.message && told !== 'this state') {
    const mail = { name: recipient.name, before, after, isUndone: undone !== undefined && told === 'another state', base }
    const message = subject.message(mail, locked.doc)
    const delayed = { id: mailIdOf(entryId), seconds: mailDelaySeconds }
    if (message) await queueMail(tx, { to: recipient.email, template: `review-${subject.type}`, message, held: delayed })
  }
  const now = await subject.lock(tx, id)
  if (!now) throw new Error(`${subject.type} ${id} disappeared within its own transaction`)
  return withVersion(subject, now.doc)
}

const mailIdOf = (entryId: string) => `mail_${entryId}`

/**
 * Withdraws the mail about an undone decision if it still waits.
 *
 * @returns what the recipient knows: the state that the undo restores, another one, or neither
 */
async function withdrawUntold(tx: Transaction, undone: Entry | undefined): Promise<'this state' | 'another state' | 'neither'> {
  if (!undone) return 'another state'
  // The reader of a mail that still waits knows the state before it: an undo is mailed only where they know another one, or neither.
  if (await withdrawMail(tx, mailIdOf(undone.id))) return 'this state'
  const isUntold =
    undone.undoes !== null && !(await hasMail(tx, mailIdOf(undone.id))) && !(await hasMail(tx, mailIdOf(undone.undoes)))
  return isUntold ? 'neither' : 'another state'
}
