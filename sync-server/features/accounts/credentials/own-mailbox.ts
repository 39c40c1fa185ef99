import type { Transaction } from '#server/database/client.ts'
import { noteCode } from '#server/email/suppressions.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { markVerified } from '#server/features/accounts/queries.ts'
import type { Account } from '#server/http/session.ts'

export type MailboxDeps = Pick<AccountDeps, 'now' | 'adminEmails' | 'claimVerified' | 'keyring'>

/**
 * Treats a secret from the account's own mailbox, submitted in a session of the account, as verification of the address. This is
 * equivalent to opening the link of the verification mail in such a session. An account that registered a foreign address has the
 * session, but not the mailbox.
 *
 * An address with admin rights is verified by the link only, because six digits can be guessed.
 *
 * @param mailbox  the address that the secret was mailed to
 */
export async function proveOwnMailbox(
  { now, adminEmails, claimVerified, keyring }: MailboxDeps,
  tx: Transaction,
  { id, principalId }: Pick<Account, 'id' | 'principalId'>,
  mailbox: string,
) {
  const email = mailbox.toLowerCase()
  if (adminEmails.includes(email)) return
  if (await markVerified(tx, id, email, now())) await claimVerified(tx, email, principalId)
  await noteCode(tx, keyring, email)
}
