import { TicketTaken } from '#shared/help/contract.ts'
import { post } from '#web/net/api.ts'
import { asOneGuest } from '#web/net/guest-lock.ts'

// Each throws HttpProblem when the server says no, and Unreachable when it says nothing.

/** The lock that is held during the call must not be held for ever. */
const deadline = () => ({ signal: AbortSignal.timeout(30_000) })

export const postSupport = (words: unknown) => asOneGuest(() => post('/api/support', words, TicketTaken, deadline()))
export const postFeedback = (words: unknown) => asOneGuest(() => post('/api/submit-request', words, TicketTaken, deadline()))
