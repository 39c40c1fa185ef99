import type { Transaction } from '#server/database/client.ts'
import type { MailMessage } from '#server/email/mail-message.ts'
import type { CallFacts } from '#server/email/messages/bookings.ts'
import { queueMail } from '#server/email/outbox.ts'
import { noteShown } from '#server/features/bookings/views.ts'
import type { BookingSide } from '#shared/bookings/contract.ts'
import { canProposeTimes } from '#shared/bookings/proposal.ts'
import { isOpen } from '#shared/bookings/rules.ts'
import { presentCall } from './present.ts'
import { type CallRow, findAddresses, findCall } from './queries.ts'

export type NotifyDeps = {
  /** Origin of the links in mails. */
  base: () => string
  /** The sender address of invitations. */
  organizer: string
  now: () => Date
}

type Notification = { template: string; write: (facts: CallFacts) => MailMessage; withCalendar: boolean; sides?: BookingSide[] }

/** Mails the current state of a call to both sides, or to one. A side without an address gets no mail. */
export async function notifyParticipants(tx: Transaction, deps: NotifyDeps, id: CallRow['id'], notification: Notification) {
  const paid = await findCall(tx, id)
  if (!paid) return
  const { call } = paid
  const { buyer, owner, receipt } = await findAddresses(tx, call)
  const to = { founder: call.founderEmail ?? receipt ?? buyer, investor: owner ?? call.vcEmail }
  const page = { founder: `${deps.base()}/calls`, investor: owner ? `${deps.base()}/calls` : null }
  for (const role of notification.sides ?? (['founder', 'investor'] as const)) {
    const address = to[role]
    if (!address) continue
    const booking = presentCall(paid, role, deps.organizer)
    const isFounder = role === 'founder'
    const { name, company } = booking.counterpart
    const now = deps.now().getTime()
    const { freeUntil = null } = booking
    const facts: CallFacts = {
      role,
      counterpart: name,
      company,
      start: booking.start,
      end: booking.end,
      ownZone: isFounder ? booking.founderTimeZone : booking.vcTimeZone,
      otherZone: isFounder ? booking.vcTimeZone : booking.founderTimeZone,
      meetingLink: booking.meetingLink,
      openActions: booking.actions.filter((one) => isOpen(one, now)).map(({ action }) => action),
      canPropose: canProposeTimes(booking, now),
      freeUntil: freeUntil !== null && now < Date.parse(freeUntil) ? freeUntil : null,
      contactFrom: booking.contactFrom ?? null,
      isContactKept: call.contactGivenAt !== null,
      amount: booking.amount,
      message: booking.message,
      page: page[role] && `${page[role]}#call-${id}`,
    }
    await queueMail(tx, {
      to: address,
      template: notification.template,
      message: notification.write(facts),
      ...(notification.withCalendar && { calendar: booking.ics }),
    })
    if (isFounder) await noteShown({ db: tx, now: deps.now }, call.principalId, [booking])
  }
}
