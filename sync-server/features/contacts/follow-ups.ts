import type { Transaction } from '#server/database/client.ts'
import { findOwnTexts, noteWriter, type Subject } from '#server/sync/push/text-writers.ts'
import type { ChangeFollowUp } from '#shared/contacts/follow-up.ts'
import { followUpBaseOf, mergePlace } from '#shared/contacts/merge-follow-up.ts'
import { type ChangeTags, changedTags, MAX_TAGS } from '#shared/contacts/tags.ts'
import type { ClientId, PrincipalId, VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { cleanLine } from '#shared/text.ts'
import { lockTexts, upsertFollowUp } from './follow-up-queries.ts'
import type { HoldsContact } from './service.ts'

type Writing = { tx: Transaction; principalId: PrincipalId; clientId: ClientId; now: Date }

type StatedChange = ChangeFollowUp & { base: unknown }

/**
 * A new due time resets the reminder. When two devices wrote a place, both values stay. A mutation without a base replaces only a
 * place that the same device wrote last.
 *
 * @throws Problem `contacts.not-held`, `contacts.met-elsewhere`
 */
export async function changeFollowUp(
  { tx, principalId, clientId, now }: Writing,
  change: StatedChange,
  holdsContact: HoldsContact,
) {
  const { contactId, dueAt, metAt: written, base, ...rest } = change
  if (!(await holdsContact(tx, principalId, contactId))) throw new Problem('contacts.not-held')
  const subject = { principalId, kind: 'place', subjectId: contactId } as const
  const place = written === undefined ? undefined : await placeOf(tx, subject, { clientId, contactId, written, base })
  await upsertFollowUp(tx, {
    principalId,
    contactId,
    ...rest,
    ...(place && { metAt: place.becomes }),
    ...(dueAt !== undefined && { dueAt: dueAt === null ? null : new Date(dueAt), remindedAt: null }),
    updatedAt: now,
  })
  if (place && place.becomes !== place.stored) await noteWriter(tx, subject, clientId, { metAt: cleanLine(written ?? '') })
}

/** @throws Problem `contacts.not-held`, `contacts.too-many-tags` */
export async function changeTags(
  { tx, principalId, now }: Writing,
  { contactId, ...change }: ChangeTags,
  holdsContact: HoldsContact,
) {
  if (!(await holdsContact(tx, principalId, contactId))) throw new Problem('contacts.not-held')
  const tags = changedTags((await lockTexts(tx, principalId, contactId)).tags, change)
  if (tags.length > MAX_TAGS) throw new Problem('contacts.too-many-tags')
  await upsertFollowUp(tx, { principalId, contactId, tags, updatedAt: now })
}

type Place = { clientId: ClientId; contactId: VcId; written: string | null; base: unknown }

async function placeOf(tx: Transaction, subject: Subject, { clientId, contactId, written, base }: Place) {
  const { metAt: stored } = await lockTexts(tx, subject.principalId, contactId)
  const own = base === undefined ? await findOwnTexts(tx, subject, clientId, { metAt: stored }) : {}
  const becomes = mergePlace(stored, written, 'metAt' in own ? followUpBaseOf(stored) : base)
  if (becomes === undefined) throw new Problem('contacts.met-elsewhere')
  return { stored, becomes }
}
