import * as v from 'valibot'
import type { NoteClash } from '#shared/contacts/contract.ts'
import type { FollowUp } from '#shared/contacts/follow-up.ts'
import type { DealFields } from '#shared/raise/contract.ts'
import { readOrNone } from '#shared/read-or-none.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { type PersonFields, personFields } from './contract.ts'

type Text = { text: string; clashes?: NoteClash[] | undefined }
type Deletable = { deletedAt: unknown }

/** A person, and all that its user has written about it. */
export type WrittenAbout = {
  person: PersonFields
  notes: Text[]
  entries: (Text & Deletable)[]
  followUps: (Omit<FollowUp, 'id' | 'dueAt' | 'updatedAt'> & { dueAt: string | Date | null })[]
  deals: DealFields[]
  photos: ({ id: string } & Deletable)[]
}

/** More than is written about one person: a thousand entries, some of them with versions. */
const MAX_SEEN = 2000
const Seen = v.pipe(v.array(v.pipe(v.string(), v.maxLength(16))), v.maxLength(MAX_SEEN))

const textsOf = ({ text, clashes }: Text) => [text, ...(clashes ?? []).map((clash) => clash.text)]
const isLeft = ({ deletedAt }: Deletable) => deletedAt === null

function fingerprintsOf({ person, notes, entries, followUps, deals, photos }: WrittenAbout): string[] {
  const values = [
    ...personFields.map((field) => person[field]),
    ...[...notes, ...entries.filter(isLeft)].flatMap(textsOf),
    ...followUps.flatMap(({ metAt, tags, stage, rating, dueAt }) => [
      ...[metAt, ...(tags ?? []), stage],
      ...[rating && `rating ${rating}`, dueAt && `due ${new Date(dueAt).getTime()}`],
    ]),
    ...deals.flatMap(({ probability, ...deal }) => [
      ...dealTextFields.map((field) => deal[field]),
      probability === null ? null : `${probability} %`,
    ]),
    ...photos.filter(isLeft).map(({ id }) => id),
  ]
  // Postgres stores no NUL.
  const stored = values.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value))
  return [...new Set(stored.filter((value) => value !== null && value !== '').map(fingerprint))]
}

const dealTextFields = ['amount', 'introducedBy', 'nextStep', 'passReason', 'instrument', 'commitment'] as const

/** The base of a deletion: fingerprints of all that the user saw. `undefined` when it is too much to send. */
export function seenOfPerson(about: WrittenAbout): string[] | undefined {
  const seen = fingerprintsOf(about)
  return seen.length > MAX_SEEN ? undefined : seen
}

/**
 * Whether a deletion applies: not if another device has written something that the user had not seen. The person then stays.
 *
 * @param otherwise  without a base. A deletion of an earlier release has none, and applies
 */
export function isPersonSeen(about: WrittenAbout, base: unknown, otherwise = true): boolean {
  const seen = readOrNone(Seen, base)
  if (seen === undefined) return otherwise
  const known = new Set(seen)
  return fingerprintsOf(about).every((each) => known.has(each))
}
