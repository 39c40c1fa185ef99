import { Elysia } from 'elysia'
import * as v from 'valibot'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { noteShown } from '#server/features/bookings/views.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import { type Identity, type RequestIdentity, session } from '#server/http/session.ts'
import { calendarFileName } from '#shared/bookings/calendar-file-name.ts'
import {
  AcceptProposal,
  Bookings,
  ContestReport,
  EndCall,
  EndProposal,
  MoveCall,
  ProposeTimes,
} from '#shared/bookings/call-actions.ts'
import { Booking } from '#shared/bookings/contract.ts'
import { BookingId, type PrincipalId } from '#shared/ids.ts'
import { cancelCall, declineCall } from './cancel-call.ts'
import { contestReport } from './contest-report.ts'
import { showContact } from './hand-over-contact.ts'
import { acceptProposal, declineProposal, proposeTimes, withdrawProposal } from './propose-times.ts'
import { reportMissing } from './report-no-show.ts'
import { moveCall } from './reschedule-call.ts'
import { type ActDeps, type CallDeps, listBookings, readBooking } from './transition.ts'

const File = v.pipe(
  v.string(),
  v.endsWith('.ics'),
  v.transform((name) => name.slice(0, -'.ics'.length)),
  BookingId,
)

/** A call after its booking: reads and actions of both sides. */
export const callRoutes = (deps: CallDeps & { identity: Identity; limit: RateLimit }) => {
  const limitMoves = createCallLimit(deps.limit, 'move')
  const limitProposals = createCallLimit(deps.limit, 'proposal')
  const as = ({ principalId, account }: RequestIdentity): ActDeps => ({
    ...deps,
    lock: async (tx) => (principalId ? lockCaller(tx, { principalId, account }) : undefined),
  })
  const params = v.object({ id: BookingId })
  const ending = { caller: true, params, body: EndCall, response: Booking } as const
  const shown = async ({ principalId }: { principalId?: PrincipalId | undefined }, reading: Promise<Booking>) => {
    const booking = await reading
    if (principalId) await noteShown(deps, principalId, [booking])
    return booking
  }
  return new Elysia({ name: 'calls', prefix: '/api/bookings' })
    .use(session(deps.identity))
    .get(
      '',
      async ({ caller: { principalId } }) => {
        if (!principalId) return { bookings: [] }
        const bookings = await deps.db.transaction((tx) => listBookings(tx, principalId, deps.organizer))
        await noteShown(deps, principalId, bookings)
        return { bookings }
      },
      { caller: true, response: Bookings },
    )
    .get(
      '/:id',
      async ({ caller, params: { id } }) => {
        const booking = await shown(caller, readBooking(deps, caller.principalId, id))
        return new Response(booking.ics, {
          headers: {
            'content-type': 'text/calendar; charset=utf-8',
            'content-disposition': `attachment; filename="call.ics"; filename*=UTF-8''${encodeURIComponent(calendarFileName(booking))}`,
            'cache-control': 'no-store',
          },
        })
      },
      { caller: true, params: v.object({ id: File }) },
    )
    .post('/:id/cancel', ({ caller, params: { id }, body }) => cancelCall(as(caller), caller.principalId, id, body), ending)
    .post('/:id/decline', ({ caller, params: { id }, body }) => declineCall(as(caller), caller.principalId, id, body), ending)
    .post('/:id/no-show', ({ caller, params: { id }, body }) => reportMissing(as(caller), caller.principalId, id, body), ending)
    .post(
      '/:id/show-contact',
      ({ caller, params: { id }, body: _ }) => shown(caller, showContact(as(caller), caller.principalId, id)),
      {
        caller: true,
        params,
        body: v.optional(v.nullable(v.object({}))),
        response: Booking,
      },
    )
    .post('/:id/contest', ({ caller, params: { id }, body }) => contestReport(as(caller), caller.principalId, id, body.reason), {
      caller: true,
      params,
      body: ContestReport,
      response: Booking,
    })
    .post(
      '/:id/reschedule',
      async ({ caller, params: { id }, body }) => {
        await limitMoves(caller.principalId, id)
        return shown(caller, moveCall(as(caller), caller.principalId, id, new Date(body.start)))
      },
      { caller: true, params, body: MoveCall, response: Booking },
    )
    .post(
      '/:id/propose',
      async ({ caller, params: { id }, body }) => {
        await limitProposals(caller.principalId, id)
        return shown(caller, proposeTimes(as(caller), caller.principalId, id, body))
      },
      { caller: true, params, body: ProposeTimes, response: Booking },
    )
    .post(
      '/:id/accept-proposal',
      async ({ caller, params: { id }, body }) => {
        await limitProposals(caller.principalId, id)
        return shown(caller, acceptProposal(as(caller), caller.principalId, id, new Date(body.start)))
      },
      { caller: true, params, body: AcceptProposal, response: Booking },
    )
    .post(
      '/:id/decline-proposal',
      ({ caller, params: { id }, body }) => shown(caller, declineProposal(as(caller), caller.principalId, id, body.at)),
      { caller: true, params, body: EndProposal, response: Booking },
    )
    .post(
      '/:id/withdraw-proposal',
      ({ caller, params: { id }, body }) => shown(caller, withdrawProposal(as(caller), caller.principalId, id, body.at)),
      { caller: true, params, body: EndProposal, response: Booking },
    )
}

/** Counted per caller as well, so that no caller uses up the moves or proposals of another user's call. */
const createCallLimit =
  (limit: RateLimit, kind: 'move' | 'proposal') =>
  async (principalId: PrincipalId | undefined, id: BookingId): Promise<void> => {
    if (!principalId) return
    await limit(`${kind}-principal`, principalId)
    for (const span of ['call', 'call-day'] as const) await limit(`${kind}-${span}`, `${principalId}:${id}`)
  }
