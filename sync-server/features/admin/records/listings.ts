import type { Database, Transaction } from '#server/database/client.ts'
import { listingChanged } from '#server/email/messages/applications.ts'
import { queueMail } from '#server/email/outbox.ts'
import type { Decider } from '#server/features/admin/deps.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { changeByAdmin, lockForAdmin, pauseByAdmin } from '#server/features/listings/change-by-admin.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import { docVersion } from '#server/sync/private/doc-version.ts'
import {
  type AdminListing,
  type EditFacts,
  LISTING_CONTACT,
  LISTING_FACTS,
  type ListingContact,
  type PauseByAdmin,
  type ReplaceContact,
} from '#shared/admin/listings.ts'
import type { VcId } from '#shared/ids.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { listingFieldLabels } from '#shared/listings/field-labels.ts'
import type { NoticeFacts } from '#shared/notices/kinds.ts'
import { Problem } from '#shared/problem.ts'

export type ListingDeps = { db: Database; now: () => Date }

type Locked = NonNullable<Awaited<ReturnType<typeof lockForAdmin>>>

const versionOf = ({ updatedAt: _, ...listing }: OwnListing) => docVersion(listing)

/** Contact details are left out: what is not sent cannot leak. */
function present({ listing, owner }: Locked): AdminListing {
  const isGiven = (field: ListingContact) => field !== 'contactType' && Boolean(listing[field])
  return {
    id: listing.id,
    version: versionOf(listing),
    facts: Object.fromEntries(LISTING_FACTS.map((field) => [field, listing[field]])) as AdminListing['facts'],
    contactType: listing.contactType,
    website: listing.isWebsitePublic ? listing.websiteUrl : null,
    isWebsitePublic: listing.isWebsitePublic,
    given: LISTING_CONTACT.filter(isGiven),
    pausedUntil: listing.pausedUntil ?? null,
    isVerified: listing.isVerified,
    isActive: listing.isActive,
    reviewStatus: listing.reviewStatus,
    principalId: owner?.principalId ?? null,
  }
}

/** @throws Problem `not-found`, also for a listing whose content was deleted */
export const readListing = ({ db }: Pick<ListingDeps, 'db'>, id: VcId): Promise<AdminListing> =>
  db.transaction(async (tx) => present(await lock(tx, id)))

async function lock(tx: Transaction, id: VcId): Promise<Locked> {
  const locked = await lockForAdmin(tx, id)
  if (!locked) throw new Problem('not-found')
  return locked
}

type What = NoticeFacts['listing-changed']['what']
type Recorded = { action: string; before: object; after: object; what: What; fields?: readonly string[] }

/**
 * Decides about a listing: the change, its audit entry, and the owner's notice and mail commit together. A decision that changes
 * nothing leaves no trace.
 *
 * @throws Problem `not-found`, `review.moved-on` when the listing is not what the admin saw
 */
const decide = (
  { db, now }: ListingDeps,
  { admin, base }: Decider,
  id: VcId,
  version: number,
  apply: (tx: Transaction, locked: Locked, now: Date) => Promise<Recorded | undefined>,
): Promise<AdminListing> =>
  db.transaction(async (tx) => {
    const locked = await lock(tx, id)
    const current = versionOf(locked.listing)
    if (version !== current) throw new Problem('review.moved-on', undefined, undefined, { version: current })
    const recorded = await apply(tx, locked, now())
    if (!recorded) return present(locked)
    const { what, fields = [], ...entry } = recorded
    const subject = await writeAuditEntry(tx, { actorId: admin.id, targetType: 'vc', targetId: id, ...entry })
    if (locked.owner) {
      const { id: userId, email, firstName } = locked.owner
      await writeNotice(tx, { userId }, { kind: 'listing-changed', subject, facts: { what }, now: now() })
      await queueMail(tx, {
        to: email,
        template: 'listing-changed',
        message: listingChanged({ name: firstName, what, fields: fields.map(labelOf), base }),
      })
    }
    return present(await lock(tx, id))
  })

const labelOf = (field: string) =>
  Object.hasOwn(listingFieldLabels, field) ? listingFieldLabels[field as keyof typeof listingFieldLabels] : field

/** Changes public fields. The log has them before and after. @throws Problem as `decide` and `changeByAdmin` */
export const editFacts = (deps: ListingDeps, by: Decider, id: VcId, { change: edit, reason, version }: EditFacts) =>
  decide(deps, by, id, version, async (tx, locked, now) => {
    const { before, change } = await changeByAdmin(tx, locked, edit, now)
    const fields = LISTING_FACTS.filter((field) => field in edit && field in change)
    if (fields.length === 0) return undefined
    const pick = (from: Partial<OwnListing>) => Object.fromEntries(fields.map((field) => [field, from[field] ?? null]))
    return {
      action: 'edited',
      before: { ...pick(before), note: null },
      after: { ...pick(change), note: reason },
      what: 'text',
      fields,
    }
  })

/** Replaces contact details. The log has the names of the fields, and none of their values. */
export const replaceContact = (deps: ListingDeps, by: Decider, id: VcId, { change: edit, reason, version }: ReplaceContact) =>
  decide(deps, by, id, version, async (tx, locked, now) => {
    const { change } = await changeByAdmin(tx, locked, edit, now)
    const fields = LISTING_CONTACT.filter((field) => field in edit && field in change)
    if (fields.length === 0) return undefined
    return {
      action: 'replaced contact details',
      before: { fields: null, note: null },
      after: { fields: fields.map(labelOf).join(', '), note: reason },
      what: 'contact',
      fields,
    }
  })

/** Pauses a listing until a day, or resumes it. */
export const pauseListing = (deps: ListingDeps, by: Decider, id: VcId, { until, reason, version }: PauseByAdmin) =>
  decide(deps, by, id, version, async (tx, locked, now) => {
    const days = await pauseByAdmin(tx, locked, until, now)
    if (!days) return undefined
    const isPause = days.becomes !== null
    return {
      action: isPause ? 'paused' : 'resumed',
      before: { pausedUntil: days.was, note: null },
      after: { pausedUntil: days.becomes, note: reason },
      what: isPause ? 'pause' : 'resume',
    }
  })
