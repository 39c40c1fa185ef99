import * as v from 'valibot'
import { EntryId } from '#shared/contacts/entry.ts'
import { VcId } from '#shared/ids.ts'
import { PersonId } from './contract.ts'

/**
 * `person.join`: joins a person into another contact, an own person or an unlocked one, and deletes the person. Dated entries and
 * photos change their contact. Values that have no room are in a new entry with this id: see `join-contacts.ts`. Without an effect
 * when one of the two does not exist or is deleted.
 */
export const JoinPerson = v.object({ from: PersonId, into: VcId, entryId: EntryId })
export type JoinPerson = v.InferOutput<typeof JoinPerson>
