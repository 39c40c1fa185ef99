import type { Transaction } from '#server/db.ts'
import type { ChangeFollowUp } from '#shared/contacts/follow-up.ts'
import { mergePlace } from '#shared/contacts/merge-follow-up.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { lockPlace, upsertFollowUp } from './follow-up-queries.ts'
import type { HoldsContact } from './service.ts'

type Writing = { tx: Transaction; principalId: PrincipalId; now: Date }

type StatedChange = ChangeFollowUp & { base: unknown }

/**
 * A time that is set anew is reminded of anew. Of two places that two devices wrote, both stay.
 *
 * @throws Problem `contacts.not-held`, `contacts.met-elsewhere`
 */
export async function changeFollowUp({ tx, principalId, now }: Writing, change: StatedChange, holdsContact: HoldsContact) {
  const { contactId, dueAt, metAt: written, base, ...rest } = change
  if (!(await holdsContact(tx, principalId, contactId))) throw new Problem('contacts.not-held')
  const metAt = written === undefined ? undefined : await placeOf(tx, { principalId, contactId, written, base })
  await upsertFollowUp(tx, {
    principalId,
    contactId,
    ...rest,
    ...(metAt !== undefined && { metAt }),
    ...(dueAt !== undefined && { dueAt: dueAt === null ? null : new Date(dueAt), remindedAt: null }),
    updatedAt: now,
  })
}

type Place = { principalId: PrincipalId; contactId: VcId; written: string | null; base: unknown }

async function placeOf(tx: Transaction, { principalId, contactId, written, base }: Place): Promise<string | null> {
  const stored = base === undefined ? null : await lockPlace(tx, principalId, contactId)
  const place = mergePlace(stored, written, base)
  if (place === undefined) throw new Problem('contacts.met-elsewhere')
  return place
}
