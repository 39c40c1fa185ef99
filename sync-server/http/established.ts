import type { Account } from './session.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** An account that is at least a day old and has verified its address. Such an account was not created for a single request. */
export const isEstablished = ({ emailVerified, createdAt }: Pick<Account, 'emailVerified' | 'createdAt'>, now: Date) =>
  emailVerified && now.getTime() - Date.parse(createdAt) >= DAY_MS
