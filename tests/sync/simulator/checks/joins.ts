import { joinEntryId } from '#shared/people/join-people.ts'
import type { Oracle } from './oracle.ts'

type Joins = Pick<Oracle, 'joins'>

/**
 * Whether what was written about one contact may be with another one: it goes with its person when users join them, in the order of
 * the joins or in another one.
 */
export function canBeAt({ joins }: Joins, contact: string, written: string, passed: readonly string[] = []): boolean {
  if (contact === written) return true
  const next = joins.filter(({ from, into }) => from === written && !passed.includes(into))
  return next.some(({ into }) => canBeAt({ joins }, contact, into, [...passed, written]))
}

/** The same for subjects: `contact_deals.amount psn_…`. */
export function isSubjectOf(oracle: Joins, subject: string, written: string): boolean {
  const [kind, id = ''] = subject.split(/ (?=\S+$)/)
  const [writtenKind, writtenId = ''] = written.split(/ (?=\S+$)/)
  return kind === writtenKind && canBeAt(oracle, id, writtenId)
}

/** More entries than one join writes. */
const MOST = 4

/** Whether an entry is the one in which a join keeps what has no place. */
export const isOfJoin = ({ joins }: Joins, entryId: string): boolean =>
  joins.some(({ from, into }) =>
    Array.from({ length: MOST }, (_, at) => joinEntryId(from, into, at)).some((id) => id === entryId),
  )
