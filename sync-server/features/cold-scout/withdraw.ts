import type { Keyring } from '#server/crypto/keyring.ts'
import type { Transaction } from '#server/database/client.ts'
import { suppress } from '#server/features/directory/import/suppressions.ts'
import type { ColdInvestorId, DecisionMakerId } from '#shared/ids.ts'
import { deletePerson, lockPerson } from './queries.ts'

/**
 * Removes a decision maker permanently: from the fund's page, from every device, and for buyers of the name. No import and no
 * sample data adds the person again.
 *
 * @returns the fund that listed the person; `undefined` when there was nothing to remove
 */
export async function withdrawPerson(
  tx: Transaction,
  keyring: Keyring,
  id: DecisionMakerId,
): Promise<ColdInvestorId | undefined> {
  const person = await lockPerson(tx, id)
  if (!person) return undefined
  await suppress(tx, keyring, { id, name: person.fullName, email: null, telegram: null, linkedinUrl: person.linkedinUrl })
  await deletePerson(tx, id)
  return person.coldInvestorId
}
