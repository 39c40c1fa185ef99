import type { Transaction } from '#server/database/client.ts'
import type { MailMessage } from '#server/email/mail-message.ts'
import type { CallFacts } from '#server/email/messages/bookings.ts'
import { queueOptionalMail } from '#server/email/optional-mail.ts'
import { noteShown } from '#server/features/bookings/views.ts'
import type { BookingSide } from '#shared/bookings/contract.ts'
import { canProposeTimes } from '#shared/bookings/proposal.ts'
import { isOpen } from '#shared/bookings/rules.ts'
import type { OptionalMail } from '#shared/notices/preferences.ts'
import { presentCall } from './present.ts'
import { type CallRow, findAddresses, findCall } from './queries.ts'

export type NotifyDeps = {
  /** Origin of the links in mails. */
  base: () => string
  /** The sender address of invitations. */
  organizer: string
  now: () => Date
}

type Notification = {
  template: string
  write: (facts: CallFacts) => MailMessage
  withCalendar: boolean
  sides?: BookingSide[]
  /** News that a reader may have switched off. */
  group?: OptionalMail | undefined
  /** A link with which the investor replies without signing in. */
  replyLink?: { url: string; expiresAt: Date } | undefined
}

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
      replyLink: (!isFounder && notification.replyLink?.url) || null,
      page: page[role] && `${page[role]}#call-${id}`,
    }
    const choice = { group: notification.group, base: deps.base(), ...(isFounder && { of: call.principalId }) }
    const queued = await queueOptionalMail(tx, choice, {
      to: address,
      template: notification.template,
      message: notification.write(facts),
      ...(notification.withCalendar && { calendar: booking.ics }),
      ...(facts.replyLink !== null && notification.replyLink && { secretUntil: notification.replyLink.expiresAt }),
    })
    if (isFounder && queued) await noteShown({ db: tx, now: deps.now }, call.principalId, [booking])
  }
}
