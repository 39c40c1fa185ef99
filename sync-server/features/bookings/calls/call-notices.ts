import type { Transaction } from '#server/database/client.ts'
import { type Receiver, writeNotice } from '#server/features/notices/service.ts'
import type { BookingSide } from '#shared/bookings/contract.ts'
import type { NoticeFacts } from '#shared/notices/kinds.ts'
import type { CallRow } from './queries.ts'

type CallKind = Exclude<Extract<keyof NoticeFacts, `call-${string}`>, 'call-contact'>

/** What a call's kind has besides the call itself. */
type More<Kind extends CallKind> = Omit<NoticeFacts[Kind], 'bookingId' | 'role'>

type CallNotice<Kind extends CallKind> = {
  kind: Kind
  /** The sides that are notified: not the one that acted. */
  sides: readonly BookingSide[]
  /** Distinguishes facts of one kind about one call, of which there may be several. */
  occasion: string | number
  facts: More<Kind>
  now: Date
}

type NoticedCall = Pick<CallRow, 'id' | 'principalId' | 'vcId'>

/** Notifies the sides of a call in the app, in the transaction of the fact. */
export async function noticeCall<Kind extends CallKind>(tx: Transaction, call: NoticedCall, notice: CallNotice<Kind>) {
  const { kind, now } = notice
  for (const role of notice.sides) {
    const facts: object = { bookingId: call.id, role, ...notice.facts }
    const subject = `${call.id}:${notice.occasion}`
    await writeNotice(tx, receiverOf(call, role), { kind, subject, facts: facts as NoticeFacts[Kind], now })
  }
}

const receiverOf = ({ principalId, vcId }: NoticedCall, role: BookingSide): Receiver =>
  role === 'founder' ? { principalId } : { host: vcId }

export const BOTH_SIDES = ['founder', 'investor'] as const

export const otherOf = (role: BookingSide): BookingSide => (role === 'founder' ? 'investor' : 'founder')
