import { Success } from '#shared/accounts/safety.ts'
import { TicketTaken } from '#shared/help/contract.ts'
import type { NewsletterSignup } from '#shared/newsletter/contract.ts'
import { post } from '#web/net/api.ts'

// Each throws HttpProblem when the server says no, and Unreachable when it says nothing.

export const joinEarlyAccess = (input: NewsletterSignup) => post('/api/newsletter-signup', input, Success)
export const confirmNewsletter = (token: string) => post('/api/newsletter-confirm', { token }, Success)
export const leaveNewsletter = (token: string) => post('/api/newsletter-unsubscribe', { token }, Success)

export const postSupport = (words: unknown) => post('/api/support', words, TicketTaken)
export const postFeedback = (words: unknown) => post('/api/submit-request', words, TicketTaken)
