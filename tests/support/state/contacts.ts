import {
  contactDeals,
  contactEntries,
  contactFollowUps,
  contactIntros,
  contactNotes,
  contactPhotos,
  people,
  raiseRounds,
  savedInvestors,
  textWriters,
  vcRequests,
} from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { type About, matches } from './rows.ts'

/** The notes of a principal on contacts. */
export const listNotes = (db: Database, about: About<typeof contactNotes> = {}) =>
  db.select().from(contactNotes).where(matches(contactNotes, about))

export const listFollowUps = (db: Database, about: About<typeof contactFollowUps>) =>
  db.select().from(contactFollowUps).where(matches(contactFollowUps, about))

/** The introductions that a principal has written for contacts. */
export const listIntros = (db: Database, about: About<typeof contactIntros>) =>
  db.select().from(contactIntros).where(matches(contactIntros, about))

/** The requests for introductions, of a principal or to an investor. */
export const listIntroRequests = (db: Database, about: About<typeof vcRequests> = {}) =>
  db.select().from(vcRequests).where(matches(vcRequests, about))

export const listSaved = (db: Database, about: About<typeof savedInvestors>) =>
  db.select().from(savedInvestors).where(matches(savedInvestors, about))

export const listDeals = (db: Database, about: About<typeof contactDeals>) =>
  db.select().from(contactDeals).where(matches(contactDeals, about))

export const listRounds = (db: Database, about: About<typeof raiseRounds>) =>
  db.select().from(raiseRounds).where(matches(raiseRounds, about))

/** The people whom a principal has added, with the deleted ones. */
export const listPeople = (db: Database, about: About<typeof people>) => db.select().from(people).where(matches(people, about))

/** The dated entries of a principal, with the deleted ones. */
export const listEntries = (db: Database, about: About<typeof contactEntries>) =>
  db.select().from(contactEntries).where(matches(contactEntries, about))

/** The photos of a principal, with the deleted ones. */
export const listPhotos = (db: Database, about: About<typeof contactPhotos>) =>
  db.select().from(contactPhotos).where(matches(contactPhotos, about))

/** Which devices wrote the texts of a principal. */
export const listTextWriters = (db: Database, about: About<typeof textWriters>) =>
  db.select().from(textWriters).where(matches(textWriters, about))
