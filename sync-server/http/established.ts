import type { Account } from './session.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** An account that is a day old and has proved its address: it was not made a moment ago for one purpose. */
export const isEstablished = ({ emailVerified, createdAt }: Pick<Account, 'emailVerified' | 'createdAt'>, now: Date) =>
  emailVerified && now.getTime() - Date.parse(createdAt) >= DAY_MS
