import { eq } from 'drizzle-orm'
import { users } from '#drizzle/schema/index.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { readUnsubscribeToken } from '#server/email/unsubscribe-link.ts'
import type { UserId } from '#shared/ids.ts'
import { type OptionalMail, type PreferNotices, switchedOff } from '#shared/notices/preferences.ts'
import { Problem } from '#shared/problem.ts'

export type UnsubscribeDeps = { db: Database; keyring: Keyring; base: () => string }

/** Switches a kind of news on or off, for all devices of an account. @throws Problem `not-found` for a guest */
export async function preferNotices(tx: Transaction, account: { id: UserId } | null | undefined, change: PreferNotices) {
  if (!account || !(await lockAndSet(tx, account.id, change, () => true))) throw new Problem('not-found')
}

/**
 * Switches the mails of a group off by the link of such a mail, without a session. The reply is the same whether the account still
 * exists and has the address. A link in a mail to an earlier address has no effect.
 *
 * @throws Problem `links.invalid` for a token that this installation has not made
 */
export async function unsubscribe({ db, keyring }: Pick<UnsubscribeDeps, 'db' | 'keyring'>, token: string) {
  const link = await readUnsubscribeToken(keyring, token)
  if (!link) throw new Problem('links.invalid')
  const change = { which: `${link.group}:mail`, isOn: false } as const
  await db.transaction((tx) => lockAndSet(tx, link.userId, change, ({ email }) => email.toLowerCase() === link.email))
}

/** The page that asks before it unsubscribes: mail scanners open every link of a mail. */
export async function unsubscribePage(
  { keyring, base }: Pick<UnsubscribeDeps, 'keyring' | 'base'>,
  token: string,
): Promise<string> {
  const group: OptionalMail | undefined = (await readUnsubscribeToken(keyring, token))?.group
  return `${base()}/unsubscribe${group ? `#${token}.${group}` : ''}`
}

/** @returns whether there was an account for which the change counts */
async function lockAndSet(tx: Transaction, id: UserId, change: PreferNotices, counts: (user: { email: string }) => boolean) {
  const { email, noticesOff } = users
  const [user] = await tx.select({ email, off: noticesOff }).from(users).where(eq(users.id, id)).for('update')
  if (!user || !counts(user)) return false
  await tx
    .update(users)
    .set({ noticesOff: switchedOff(user.off, change) })
    .where(eq(users.id, id))
  return true
}
