import {
  authTokens,
  endedSessions,
  knownDevices,
  principals,
  recoveryCodes,
  sessions,
  twoFactor,
  uploads,
  users,
} from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { type About, matches } from './rows.ts'

/** An account as it is stored, or undefined once it is deleted. */
export async function findUser(db: Database, about: About<typeof users>) {
  const [user] = await db.select().from(users).where(matches(users, about))
  return user
}

/** The principals of an account, or the one with an id. */
export const listPrincipals = (db: Database, about: About<typeof principals> = {}) =>
  db.select().from(principals).where(matches(principals, about))

/** The sessions that an account has now. */
export const listSessions = (db: Database, about: About<typeof sessions> = {}) =>
  db.select().from(sessions).where(matches(sessions, about))

/** The marks of sessions that a user ended. */
export const listEndedSessions = (db: Database, userId: string) =>
  db.select().from(endedSessions).where(matches(endedSessions, { userId }))

/** The browsers in which an account has signed in. */
export const listDevices = (db: Database, userId: string) =>
  db.select().from(knownDevices).where(matches(knownDevices, { userId }))

/** The mailed links and codes of an account, a guest or an address, used or not. */
export const listMailedSecrets = (db: Database, about: About<typeof authTokens>) =>
  db.select().from(authTokens).where(matches(authTokens, about))

/** What is stored for the second factor of an account: its authenticator app, and its recovery codes. */
export const secondFactorOf = async (db: Database, userId: string) => ({
  apps: await db.select().from(twoFactor).where(matches(twoFactor, { userId })),
  recoveryCodes: await db.select().from(recoveryCodes).where(matches(recoveryCodes, { userId })),
})

/** The number of stored pictures: all, those of an account, or the one with an id. */
export const countPictures = (db: Database, about: About<typeof uploads> = {}) => db.$count(uploads, matches(uploads, about))
