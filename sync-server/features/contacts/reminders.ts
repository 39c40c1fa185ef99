import type { Database, Queryable } from '#server/database/client.ts'
import { followUpDue } from '#server/email/messages/contacts.ts'
import { queueMail } from '#server/email/outbox.ts'
import type { Schedule } from '#server/jobs/worker.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import { claimDueReminders, markReminded } from './follow-up-queries.ts'

/** The contact that a principal owns; implemented by the unlocks and the people feature. */
export type FindContact = (
  db: Queryable,
  principalId: PrincipalId,
  contactId: VcId,
) => Promise<Pick<ContactCard, 'name'> | undefined>

export type ReminderDeps = { db: Database; now: () => Date; base: () => string; findContact: FindContact }

export const REMIND = 'contacts.remind'
export const reminderSchedule: Schedule = { kind: REMIND, everySeconds: 60 }

const BATCH_SIZE = 100

/** Mails each follow-up that is due; the mail and its mark commit together. */
export const remind =
  ({ db, now, base, findContact }: ReminderDeps) =>
  async () => {
    for (;;) {
      const done = await db.transaction(async (tx) => {
        const due = await claimDueReminders(tx, now(), BATCH_SIZE)
        for (const { principalId, contactId, email } of due) {
          const contact = await findContact(tx, principalId, contactId)
          if (contact) {
            const message = followUpDue(contact.name, `${base()}/contacts/${contactId}`)
            await queueMail(tx, { to: email, template: 'follow-up', message })
          }
          await markReminded(tx, principalId, contactId, now())
        }
        return due.length < BATCH_SIZE
      })
      if (done) return
    }
  }
