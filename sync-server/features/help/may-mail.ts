import { isReserved } from '#server/features/accounts/service.ts'
import { type RateLimit, tryConsume } from '#server/http/limits/rate-limit.ts'
import type { Account } from '#server/http/session.ts'

type Sender = Pick<Account, 'email' | 'emailVerified'> | undefined

/** The verified address of the author gets every confirmation. Any other address gets a few per hour. */
export const mayMail = (limit: RateLimit, account: Sender) => async (email: string) => {
  if (isReserved(email)) return false
  const isOwn = account?.emailVerified === true && account.email.toLowerCase() === email.toLowerCase()
  return isOwn || tryConsume(limit, 'unasked-mail-identifier', `ticket:${email.toLowerCase()}`)
}
