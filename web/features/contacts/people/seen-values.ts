import { PersonFields } from '#shared/people/contract.ts'
import { readOrNone } from '#shared/read-or-none.ts'

/** The values of a person that a draft has as its base; `undefined` for a draft without one. */
export function readSeen(stored: string): PersonFields | undefined {
  if (stored === '') return undefined
  try {
    return readOrNone(PersonFields, JSON.parse(stored))
  } catch {
    return undefined
  }
}
