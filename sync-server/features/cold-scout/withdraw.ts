import { eq } from 'drizzle-orm'
import { coldInvestors } from '#drizzle/schema/index.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Transaction } from '#server/database/client.ts'
import { suppress } from '#server/features/directory/import/suppressions.ts'
import type { ColdInvestorId, DecisionMakerId } from '#shared/ids.ts'
import { idInFile } from './import/id-in-file.ts'
import { deletePerson, listFunds, lockPerson } from './queries.ts'

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
  const [fund] = await listFunds(tx, eq(coldInvestors.id, person.coldInvestorId))
  const recognisable = { name: person.fullName, email: null, telegram: null, linkedinUrl: person.linkedinUrl }
  await suppress(tx, keyring, { id, ...recognisable })
  // A file knows no id, and may have no profile.
  if (fund) await suppress(tx, keyring, { id: idInFile(fund.fundSlug, person.fullName), ...recognisable })
  await deletePerson(tx, id)
  return person.coldInvestorId
}
