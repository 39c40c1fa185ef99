import type { Database, Transaction } from '#server/db.ts'
import type { Account } from '#server/http/session.ts'
import type { MutationContext } from '#server/sync/mutator.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import { InvalidFields, Problem } from '#shared/problem.ts'
import { faultsOf } from '#shared/projects/check.ts'
import type { SaveDraft, SaveProject } from '#shared/projects/edit.ts'
import { type ProjectValues, projectFieldNames } from '#shared/projects/fields.ts'
import { editOf } from '#shared/projects/fold-drafts.ts'
import type { FounderProject } from '#shared/projects/own.ts'
import { tidy } from '#shared/projects/tidy.ts'
import { lackOf } from '#shared/publishing/completeness.ts'
import { type Edit, fingerprint, isTooMuch, mergeEdit } from '#shared/sync/merge.ts'
import { type Draft, findOwn, findOwnProject, lockDraft, updateDraft, upsertProject } from './draft-queries.ts'
import { firstDraft, presentFounderProject, presentOwn } from './present-own.ts'

type Author = { id: UserId; principalId: PrincipalId }

/** @throws Problem `projects.founders-only`: investors list no projects */
export function requireFounder<Person extends Pick<Account, 'userType'>>(account: Person): Person {
  if (account.userType !== 'founder') throw new Problem('projects.founders-only')
  return account
}

type Deps = { db: Database; now: () => Date }

/** One's own project, as good as empty before its first word. */
export async function readFounderProject({ db }: Deps, { principalId }: Account): Promise<FounderProject> {
  const { draft, row } = await findOwn(db, principalId)
  return presentFounderProject(presentOwn(draft ?? firstDraft(row), row))
}

/** @throws Problem `projects.founders-only`, InvalidFields */
export async function saveFounderProject({ db, now }: Deps, account: Account, input: SaveProject): Promise<FounderProject> {
  const own = await db.transaction((tx) => saveProject(tx, account, input, { now: now(), isPublishing: false }))
  return presentFounderProject(own)
}

/** The same, before somebody pays for it to be seen. @throws Problem `projects.incomplete` too */
export async function saveForPublishing({ db, now }: Deps, account: Account, input: SaveProject): Promise<void> {
  await db.transaction((tx) => saveProject(tx, account, input, { now: now(), isPublishing: true }))
}

/**
 * What a device wrote at a pause. It changes nothing that anybody else sees, until the person pressed Save: then
 * the project follows, if it can be saved. Where it cannot, the words are kept all the same, as a draft.
 */
export async function saveDraft({ tx, account, clientId, now }: MutationContext, args: SaveDraft, base: unknown) {
  if (!account) throw new Problem('session-lost')
  const founder = requireFounder(account)
  const stored = await lockOwn(tx, founder)
  const draft = mergeEdit(stored, editOf({ args, base }), { by: clientId, at: now.toISOString() })
  refuseTooMuch(stored, draft)
  await updateDraft(tx, founder.principalId, draft, now)
  if (args.isFinished && faultsOf(draft.values).length === 0) {
    await upsertProject(tx, founder.id, tidy(draft.values), now)
  }
}

/**
 * Saves a project as its form was sent: for everybody to see, where it is published.
 *
 * @throws Problem `projects.founders-only`, InvalidFields; nothing is written then
 */
async function saveProject(tx: Transaction, account: Account, { base, ...changes }: SaveProject, { now, isPublishing }: Saving) {
  const founder = requireFounder(account)
  const draft = await lockOwn(tx, founder)
  const edit = { changes, base: base ?? seen(draft) } as Edit<ProjectValues>
  const merged = mergeEdit(draft, edit, { by: null, at: now.toISOString() })
  refuseTooMuch(draft, merged)
  const lack = isPublishing && lackOf(merged.values)
  if (lack) throw new Problem('projects.incomplete', lack)
  const faults = faultsOf(merged.values)
  if (faults.length > 0) throw new InvalidFields(faults)
  await updateDraft(tx, founder.principalId, merged, now)
  const row = await upsertProject(tx, founder.id, tidy(merged.values), now)
  return presentOwn(merged, row)
}

type Saving = { now: Date; isPublishing: boolean }

async function lockOwn(tx: Transaction, { id: userId, principalId }: Author): Promise<Draft> {
  return lockDraft(tx, { principalId, userId }, firstDraft(await findOwnProject(tx, userId)))
}

/** @throws Problem `sync.too-many-versions` */
function refuseTooMuch(before: Versions, after: Versions) {
  if (isTooMuch(textsOf(before), textsOf(after))) throw new Problem('sync.too-many-versions')
}
type Versions = Pick<Draft, 'clashes'>
const textsOf = ({ clashes }: Versions) => clashes.map(({ value }) => String(value))

/** Whoever says nothing of what they saw overwrites what stands. */
const seen = ({ values }: Draft): Edit<ProjectValues>['base'] =>
  Object.fromEntries(projectFieldNames.map((field) => [field, [fingerprint(values[field])]]))
