import type { Transaction } from '#server/db.ts'
import type { ChangeFollowUp } from '#shared/contacts/follow-up.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { cleanLine } from '#shared/text.ts'
import { upsertFollowUp } from './follow-up-queries.ts'
import type { HoldsContact } from './service.ts'

type Writing = { tx: Transaction; principalId: PrincipalId; now: Date }

/** A time that is set anew is reminded of anew. @throws Problem `contacts.not-held` */
export async function changeFollowUp({ tx, principalId, now }: Writing, change: ChangeFollowUp, holdsContact: HoldsContact) {
  const { contactId, dueAt, metAt, ...rest } = change
  if (!(await holdsContact(tx, principalId, contactId))) throw new Problem('contacts.not-held')
  await upsertFollowUp(tx, {
    principalId,
    contactId,
    ...rest,
    ...(metAt !== undefined && { metAt: metAt === null ? null : cleanLine(metAt) || null }),
    ...(dueAt !== undefined && { dueAt: dueAt === null ? null : new Date(dueAt), remindedAt: null }),
    updatedAt: now,
  })
}
