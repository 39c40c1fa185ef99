import type { Transaction } from '#server/database/client.ts'
import { lockClaimants } from '#server/features/admin/profiles/profiles.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { countComingCalls, mergeCalls } from '#server/features/bookings/merge-calls.ts'
import { holdForMerge, lockPair, mergeRow, type RecordPair } from '#server/features/directory/merge-records.ts'
import { moveAboutRecord } from '#server/features/people/move-about-record.ts'
import { moveWishes } from '#server/features/profile-requests/settle.ts'
import type { Account } from '#server/http/session.ts'
import type { MergePreview, MergeRecord } from '#shared/admin/merge.ts'
import { filledFields, mergeRefusal } from '#shared/admin/merge-records.ts'
import type { AdminRecord } from '#shared/admin/records.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { countAbout, countBuyersOfBoth, hasProfile, moveClaims } from './merge-queries.ts'
import { namesOf, present, type RecordDeps, versionOf } from './records.ts'

type Ids = { from: VcId; into: VcId }

async function requireMergeable(tx: Transaction, { from, into }: RecordPair) {
  const refusal = mergeRefusal(standingOf(from, await hasProfile(tx, from.id)), standingOf(into))
  if (refusal) throw new Problem(refusal)
}

const standingOf = ({ id, unlistedAt, replacedBy, mergedInto }: RecordPair['from'], profile = false) => ({
  ...{ id, replacedBy, mergedInto },
  isListed: unlistedAt === null,
  hasProfile: profile,
})

const countsOf = async (tx: Transaction, id: VcId, now: Date) => ({
  ...(await countAbout(tx, id)),
  calls: await countComingCalls(tx, id, now),
})

/**
 * Two records side by side, and what a merge would do. It contains no contact details, and of users only how many there are.
 *
 * @throws Problem `not-found`, and those of `mergeRefusal`
 */
export const previewMerge = ({ db, now }: Pick<RecordDeps, 'db' | 'now'>, ids: Ids): Promise<MergePreview> =>
  db.transaction(async (tx) => {
    const pair = await lockPair(tx, ids)
    await requireMergeable(tx, pair)
    return {
      from: present(pair.from),
      into: present(pair.into),
      counts: { from: await countsOf(tx, ids.from, now()), into: await countsOf(tx, ids.into, now()) },
      buyersOfBoth: await countBuyersOfBoth(tx, ids.from, ids.into),
      filled: Object.keys(filledFields(pair.into, pair.from)) as MergePreview['filled'],
    }
  })

/**
 * Merges a record into another one of the same person. Purchases, receipts and ledger entries keep the id under which they were
 * made, and belong to the record that stays: see `idsOfPerson`. What users wrote moves. The same merge again changes nothing.
 *
 * @returns the record that stays
 * @throws Problem `not-found`, `review.moved-on`, `records.removed-person`, `records.calls-overlap`, and those of `mergeRefusal`
 */
export const mergeRecord = (
  deps: RecordDeps,
  admin: Account,
  from: VcId,
  { into, reason, version, intoVersion }: MergeRecord,
): Promise<AdminRecord> =>
  deps.db.transaction(async (tx) => {
    const ids = { from, into }
    // In the order of a removal: imports, then the accounts that have claimed the record, then the records.
    await holdForMerge(tx)
    await lockClaimants(tx, from)
    const pair = await lockPair(tx, ids)
    if (pair.from.mergedInto === into) return present(pair.into)
    await requireMergeable(tx, pair)
    const current = { version: versionOf(pair.from), intoVersion: versionOf(pair.into) }
    if (version !== current.version || intoVersion !== current.intoVersion)
      throw new Problem('review.moved-on', undefined, undefined, current)
    const now = deps.now()
    await mergeCalls(tx, { ...ids, now })
    const filled = await mergeRow(tx, deps, pair)
    await moveAboutRecord(tx, { ...ids, now, name: pair.from.name })
    await moveWishes(tx, { ...ids, takesMailbox: filled.includes('email') })
    await moveClaims(tx, from, into)
    await record(tx, admin, { ...ids, reason, fields: filled.length > 0 ? namesOf(filled) : null })
    return present((await lockPair(tx, ids)).into)
  })

type Recorded = Ids & { reason: string; fields: string | null }

/** An entry for each of the two. The log has the names of the filled fields, and none of their values. */
async function record(tx: Transaction, { id: actorId }: Account, { from, into, reason, fields }: Recorded) {
  const about = { actorId, targetType: 'listing' } as const
  await writeAuditEntry(tx, {
    ...{ ...about, action: 'merged', targetId: from },
    ...{ before: { mergedInto: null, note: null }, after: { mergedInto: into, note: reason } },
  })
  await writeAuditEntry(tx, {
    ...{ ...about, action: 'took over a record', targetId: into },
    ...{ before: { merged: null, fields: null, note: null }, after: { merged: from, fields, note: reason } },
  })
}
