import type { Database, Transaction } from '#server/database/client.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import type { LimitOn } from '#server/http/limits/rate-limit.ts'
import type { Account } from '#server/http/session.ts'
import type { MutationContext } from '#server/sync/push/mutator.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import { InvalidFields, Problem } from '#shared/problem.ts'
import type { SaveDraft, SaveProject } from '#shared/projects/edit.ts'
import { type ProjectValues, projectFieldNames } from '#shared/projects/fields.ts'
import { normalise } from '#shared/projects/normalise.ts'
import type { FounderProject } from '#shared/projects/own.ts'
import { editOf } from '#shared/projects/squash-drafts.ts'
import { validate } from '#shared/projects/validate.ts'
import { missingForPublishing } from '#shared/publishing/completeness.ts'
import { charactersOf, type Edit, fingerprint, isTooMuch, mergeEdit } from '#shared/sync/three-way-merge.ts'
import {
  areSameDrafts,
  type Draft,
  findOwn,
  findOwnProject,
  lockDraft,
  lockOwnProject,
  updateDraft,
  upsertProject,
} from './draft-queries.ts'
import { firstDraft, presentFounderProject, presentOwn } from './present-own.ts'

type Author = { id: UserId; principalId: PrincipalId }

/** @throws Problem `projects.founders-only`: investors list no projects */
export function requireFounder<Person extends Pick<Account, 'userType'>>(account: Person): Person {
  if (account.userType !== 'founder') throw new Problem('projects.founders-only')
  return account
}

type Deps = { db: Database; now: () => Date }
type SaveDeps = Deps & { limitOn: LimitOn }

/** The caller's own project; blank before the first edit. */
export async function readFounderProject({ db }: Deps, { principalId }: Account): Promise<FounderProject> {
  const { draft, row } = await findOwn(db, principalId)
  return presentFounderProject(presentOwn(draft ?? firstDraft(row), row))
}

/** @throws Problem `projects.founders-only`, `too-many-requests`, InvalidFields */
export async function saveFounderProject(
  { db, now, limitOn }: SaveDeps,
  account: Account,
  input: SaveProject,
): Promise<FounderProject> {
  const own = await db.transaction((tx) => saveProject(tx, account, input, { now: now(), isPublishing: false, limitOn }))
  return presentFounderProject(own)
}

/** The same before a publishing payment; payments have limits of their own. @throws Problem `projects.incomplete` too */
export async function saveForPublishing({ db, now }: Deps, account: Account, input: SaveProject): Promise<void> {
  await db.transaction((tx) => saveProject(tx, account, input, { now: now(), isPublishing: true }))
}

/**
 * Stores an autosaved draft. It changes nothing visible to others until the user presses Save: then the project is updated, if it
 * is valid. Otherwise the content is kept as a draft.
 */
export const saveDraft =
  (limitOn: LimitOn) =>
  async ({ tx, account, clientId, addWork, now }: MutationContext, args: SaveDraft, base: unknown) => {
    if (!account) throw new Problem('session-lost')
    const founder = requireFounder(account)
    const stored = await lockOwn(tx, founder)
    addWork({ characters: charactersOf(Object.values(stored.values).map(String)) + charactersOf(textsOf(stored)) })
    const draft = mergeEdit(stored, editOf({ args, base }), { by: clientId, at: now.toISOString() })
    refuseTooMuch(stored, draft)
    await updateDraft(tx, founder.principalId, { before: stored, after: draft, updatedAt: now })
    if (args.isFinished && validate(draft.values).length === 0) await store(tx, founder, draft.values, { now, limitOn })
  }

/**
 * Saves a project from its submitted form: publicly visible if it is published.
 *
 * @throws Problem `session-lost`, `session-ended`, `projects.founders-only`, InvalidFields; nothing is written in that case
 */
async function saveProject(tx: Transaction, account: Account, { base, ...changes }: SaveProject, saving: Saving) {
  const { now, isPublishing, limitOn } = saving
  await lockCaller(tx, { principalId: account.principalId, account })
  const founder = requireFounder(account)
  const draft = await lockOwn(tx, founder)
  const edit = { changes, base: base ?? seen(draft) } as Edit<ProjectValues>
  const merged = mergeEdit(draft, edit, { by: null, at: now.toISOString() })
  refuseTooMuch(draft, merged)
  const missing = isPublishing && missingForPublishing(merged.values)
  if (missing) throw new Problem('projects.incomplete', missing)
  const issues = validate(merged.values)
  if (issues.length > 0) throw new InvalidFields(issues)
  if (!areSameDrafts(draft, merged)) await limitOn?.(tx)('unlisted-change-account', founder.id)
  await updateDraft(tx, founder.principalId, { before: draft, after: merged, updatedAt: now })
  const row = await store(tx, founder, merged.values, saving)
  return presentOwn(merged, row)
}

type Saving = Storing & { isPublishing: boolean }
type Storing = { now: Date; limitOn?: LimitOn }

/** Writes the marketplace version of the project. Unchanged content is not written. @throws Problem `too-many-requests` */
async function store(tx: Transaction, { id }: Author, values: ProjectValues, { now, limitOn }: Storing) {
  const content = normalise(values)
  const before = await lockOwnProject(tx, id)
  if (before && projectFieldNames.every((field) => before[field] === content[field])) return before
  if (before?.isPublished) await limitOn?.(tx)('public-change-account', id)
  return upsertProject(tx, id, { before, content, updatedAt: now })
}

async function lockOwn(tx: Transaction, { id: userId, principalId }: Author): Promise<Draft> {
  return lockDraft(tx, { principalId, userId }, async () => firstDraft(await findOwnProject(tx, userId)))
}

/** @throws Problem `sync.too-many-versions` */
function refuseTooMuch(before: Versions, after: Versions) {
  if (isTooMuch(textsOf(before), textsOf(after))) throw new Problem('sync.too-many-versions')
}
type Versions = Pick<Draft, 'clashes'>
const textsOf = ({ clashes }: Versions) => clashes.map(({ value }) => String(value))

/** A client that sends no base overwrites the current values. */
const seen = ({ values }: Draft): Edit<ProjectValues>['base'] =>
  Object.fromEntries(projectFieldNames.map((field) => [field, [fingerprint(values[field])]]))
