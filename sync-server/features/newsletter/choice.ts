import { newId } from '#server/database/new-id.ts'
import { lockCaller } from '#server/features/accounts/lock-account.ts'
import type { Account } from '#server/http/session.ts'
import { refuseSwitchedOff } from '#server/switches.ts'
import type { NewsletterChoice } from '#shared/newsletter/contract.ts'
import { Problem } from '#shared/problem.ts'
import { confirmSubmission, deleteAddress, findOrInsertSubmission, isSubscribed } from './queries.ts'
import type { NewsletterDeps } from './service.ts'

type ChoiceDeps = Pick<NewsletterDeps, 'db' | 'now'>

/**
 * Whether the newsletter reaches the account. An account with an unverified address learns nothing: its owner may be a stranger to
 * the mailbox.
 */
export async function readChoice({ db }: Pick<ChoiceDeps, 'db'>, { email, emailVerified }: Account): Promise<NewsletterChoice> {
  return { isOn: emailVerified && (await isSubscribed(db, email)) }
}

/**
 * Turns the newsletter on or off for the address of the account. The address is verified, so that no confirmation is mailed.
 *
 * @throws Problem `switched-off` for turning it on, `accounts.verify-first`, `session-lost`, `session-ended`
 */
export const choose = ({ db, now }: ChoiceDeps, account: Account, { isOn }: NewsletterChoice): Promise<NewsletterChoice> =>
  db.transaction(async (tx) => {
    const { user } = await lockCaller(tx, account)
    if (user.emailVerifiedAt === null) throw new Problem('accounts.verify-first')
    const email = user.email.toLowerCase()
    if (isOn) {
      await refuseSwitchedOff(tx, 'newsletter')
      const row = await findOrInsertSubmission(tx, { id: newId('sub'), email, source: 'settings', createdAt: now() })
      if (row) await confirmSubmission(tx, row.id, now())
    } else await deleteAddress(tx, email)
    return { isOn }
  })
