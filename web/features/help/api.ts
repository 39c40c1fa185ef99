import { TicketTaken } from '#shared/help/contract.ts'
import { post } from '#web/net/api.ts'
import { asOneGuest } from '#web/sync/tab/as-one-guest.ts'

// Each throws HttpProblem when the server rejects the request, and Unreachable when the server does not answer.

/** Limits how long `asOneGuest` keeps its lock. */
const deadline = () => ({ signal: AbortSignal.timeout(30_000) })

export const postSupport = (body: unknown) => asOneGuest(() => post('/api/support', body, TicketTaken, deadline()))
export const postFeedback = (body: unknown) => asOneGuest(() => post('/api/submit-request', body, TicketTaken, deadline()))
