import { User } from '#shared/accounts/contract.ts'
import {
  type ChangeProfile,
  type CompleteProfile,
  EmailKept,
  RecoveryCodes,
  SessionList,
  type StepUp,
  Success,
  TotpSetup,
  type UpdatePassword,
  Verified,
} from '#shared/accounts/security-contract.ts'
import { Earnings } from '#shared/earnings/contract.ts'
import { Claimed } from '#shared/guest-claims/contract.ts'
import { del, get, HttpProblem, post, put, text } from '#web/net/api.ts'
import { asOneGuest } from '#web/sync/tab/as-one-guest.ts'

// Each call throws HttpProblem if the server refuses, and Unreachable if there is no response.

/** The user of this browser's session; `null` without one. @throws Error `Failed to fetch user` for any other failure */
export async function fetchUser(): Promise<User | null> {
  try {
    return await get('/api/auth/user', User)
  } catch (cause) {
    if (cause instanceof HttpProblem && cause.status === 401) return null
    throw new Error('Failed to fetch user', { cause })
  }
}

/** The lock that is owned during these calls must not be kept indefinitely. */
const deadline = () => ({ signal: AbortSignal.timeout(30_000) })

export const completeProfile = (names: CompleteProfile) => post('/api/complete-profile', names, User)
export const changeProfile = (changes: ChangeProfile) => put('/api/auth/profile', changes, User)
export const setPassword = (password: string) => post('/api/set-password', { password }, User)
export const updatePassword = (input: UpdatePassword) => post('/api/update-password', input, User)
/** May be refused with `step-up`; in that case the server has mailed a reset link. */
export const resetPassword = (newPassword: string) => post('/api/reset-password', { newPassword }, User)

export const mailCode = () => post('/api/auth/code', undefined, Success)
export const stepUp = (proof: StepUp) => post('/api/auth/step-up', proof, User)

export const beginTotp = () => post('/api/auth/totp/begin', undefined, TotpSetup)
export const confirmTotp = (code: string) => post('/api/auth/totp/confirm', { code }, RecoveryCodes)
export const disableTotp = () => post('/api/auth/totp/disable', undefined, Success)

export const listSessions = () => get('/api/auth/sessions', SessionList)
export const endSession = (id: string) => del(`/api/auth/sessions/${encodeURIComponent(id)}`, Success)
export const endOtherSessions = () => del('/api/auth/sessions', Success)

export const forgotPassword = (email: string) => post('/api/auth/forgot-password', { email }, Success)
export const resetForgotten = (token: string, newPassword: string) =>
  post('/api/auth/reset-forgotten', { token, newPassword }, Success)
export const sendVerification = () => post('/api/auth/send-verification', undefined, Success)
/** May be refused with `accounts.link-needs-password` if this browser has no session of the link's account. */
export const verifyEmail = (token: string, proof: { password?: string; totp?: string } = {}) =>
  post('/api/auth/verify-email', { token, ...proof }, Verified)
export const keepEmail = (token: string) => post('/api/auth/keep-email', { token }, EmailKept)

export const startClaim = (email: string) => asOneGuest(() => post('/api/claims', { email }, Success, deadline()))
export const confirmClaim = (code: string) => asOneGuest(() => post('/api/claims/confirm', { code }, Claimed, deadline()))

/** One JSON document, stored as received. */
export const exportAccount = () => text('/api/auth/export')
export const deleteAccount = (givesUpEarnings: boolean) =>
  del(`/api/auth/delete-account${givesUpEarnings ? '?giveUpEarnings=yes' : ''}`, Success)
/** The unpaid earnings, for the warning before an account is deleted. */
export const readEarnings = () => get('/api/earnings', Earnings)
