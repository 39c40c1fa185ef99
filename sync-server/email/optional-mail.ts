import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/database/client.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import type { OptionalMail } from '#shared/notices/preferences.ts'
import type { MailMessage } from './mail-message.ts'
import { type Mail, queueMail } from './outbox.ts'

/** What the accounts concerned have chosen about an optional mail. */
export type OptionalMailState = {
  isOff: boolean
  /** The account that has verified the address of the mail. */
  mailboxOwner: UserId | undefined
  /** Whether some account can switch the mail off. */
  hasReader: boolean
}

/**
 * Reads who decides about an optional mail: the account that has verified the address, and the account whose news it is, which may
 * have had its receipt sent to another address. An account with an unverified address decides nothing: its owner may be a stranger
 * to the mailbox. A banned account gets no optional mail, about nothing of its own.
 *
 * @param group  may be of a newer node
 */
export async function readOptionalMail(
  db: Queryable,
  { to, group, of }: { to: string; group: string; of: PrincipalId | null | undefined },
): Promise<OptionalMailState> {
  const concerned = await db.execute<{ id: UserId; isMailbox: boolean; isOff: boolean; decides: boolean }>(sql`
    select u.id, lower(u.email) = lower(${to}) as "isMailbox", u.email_verified_at is not null as decides,
      u.banned_at is not null or (u.email_verified_at is not null and ${`${group}:mail`} = any(u.notices_off)) as "isOff"
    from users u
    where (u.email_verified_at is not null and lower(u.email) = lower(${to}))
      or u.id = (select p.user_id from principals p where p.id = ${of ?? null})`)
  const readers = concerned.filter(({ decides }) => decides)
  return {
    isOff: concerned.some(({ isOff }) => isOff),
    mailboxOwner: readers.find(({ isMailbox }) => isMailbox)?.id,
    hasReader: readers.length > 0,
  }
}

/** How an optional mail ends, where its reader has an account. */
export const withSettingsLink = ({ paragraphs, ...message }: MailMessage, base: string): MailMessage => ({
  ...message,
  paragraphs: [
    ...paragraphs,
    'You get this email because emails of this kind are on in your settings.',
    { label: 'Choose your emails', url: `${base}/settings#notifications` },
  ],
})

type Optional = {
  /** undefined for a mail that is sent in any case */
  group: OptionalMail | undefined
  /** Whose news it is, where that may be another account than the owner of the mailbox. */
  of?: PrincipalId
  base: string
}

/**
 * Queues a mail that its reader may have switched off. The switch is read again before the mail is sent.
 *
 * @returns its id; undefined when it is switched off
 */
export async function queueOptionalMail(tx: Queryable, { group, of, base }: Optional, mail: Mail): Promise<string | undefined> {
  if (!group) return queueMail(tx, mail)
  const { isOff, hasReader } = await readOptionalMail(tx, { to: mail.to, group, of })
  if (isOff) return undefined
  const message = hasReader ? withSettingsLink(mail.message, base) : mail.message
  return queueMail(tx, { ...mail, message, notice: { group, of } })
}
