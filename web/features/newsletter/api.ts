import { Success } from '#shared/accounts/security-contract.ts'
import type { NewsletterSignup } from '#shared/newsletter/contract.ts'
import { post } from '#web/net/api.ts'

// Each throws HttpProblem when the server rejects the request, and Unreachable when it does not answer.

export const joinEarlyAccess = (input: NewsletterSignup) => post('/api/newsletter-signup', input, Success)
export const confirmNewsletter = (token: string) => post('/api/newsletter-confirm', { token }, Success)
export const leaveNewsletter = (token: string) => post('/api/newsletter-unsubscribe', { token }, Success)
