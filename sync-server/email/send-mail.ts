import * as v from 'valibot'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import type { Schedule } from '#server/jobs/worker.ts'
import type { Log } from '#server/log.ts'
import { inSpan } from '#server/observe/traces/spans.ts'
import { OptionalMailGroup } from '#shared/notices/unsubscribe.ts'
import { isSecurityMail } from './mail-purpose.ts'
import { isFinal, isMailboxGone, isOfThisMail, type Mailer, replyOf } from './mailer.ts'
import { readOptionalMail } from './optional-mail.ts'
import { SEND_MAIL } from './outbox.ts'
import { claimMail, dropMail, markFailed, markSent, pruneMail, type QueuedMail, reschedule } from './queries.ts'
import { runSerially } from './serial-runner.ts'
import { findStop, pruneSuppressions, suppress } from './suppressions.ts'
import { createUnsubscribeToken } from './unsubscribe-link.ts'

/** Longer than all timeouts of one delivery together, so that two nodes never send the same mail. */
const LEASE_SECONDS = 180

/** Mail servers that greylist expect a retry after minutes; an outage may last a weekend. */
const FIRST_PAUSE_SECONDS = 30
const MAX_PAUSE_SECONDS = 60 * 60
const MAX_ATTEMPTS = 80

export type SendDeps = {
  db: Database
  log: Log
  mailer: Mailer
  now: () => Date
  keyring: Pick<Keyring, 'encrypt' | 'sign'>
  base: () => string
}

/**
 * Sends every due mail in the outbox, one after the other.
 *
 * ```
 * waiting ─claim─► being sent ─ok─────────────► sent
 *    ▲                 ├─4xx, no connection──► waiting (longer and longer, about three days)
 *    └─lease is over───┤
 *                      ├─5xx, secret expired─► failed, with the reason; a 5xx about the mailbox suppresses the address
 *                      ├─address suppressed──► failed, unless it is a security mail
 *                      └─switched off────────► deleted
 * ```
 */
export async function sendMail(deps: SendDeps): Promise<'done' | 'unreachable'> {
  for (;;) {
    const mail = await claimMail(deps.db, LEASE_SECONDS)
    if (!mail) return 'done'
    // Otherwise the next hundred mails would wait for the same timeout, and all others behind them.
    if ((await sendOne(deps, mail)) === 'unreachable') return 'unreachable'
  }
}

async function sendOne(deps: SendDeps, mail: QueuedMail) {
  const { db, log, mailer, now } = deps
  if (mail.secretUntil && mail.secretUntil <= now())
    return markFailed(db, mail.id, 'expired', 'its secret expired before it could be sent')
  if (!isSecurityMail(mail) && (await findStop(db, deps.keyring, mail.recipient)))
    return markFailed(db, mail.id, 'suppressed', 'its address gets security mails only')
  const optional = mail.noticeGroup === null ? undefined : await readOptional(deps, { ...mail, group: mail.noticeGroup })
  if (optional?.isOff) return dropMail(db, mail.id)
  try {
    const about = {
      'latchkey.mail.template': mail.template,
      'latchkey.mail.attempts': mail.attempts,
      'server.address': mailer.host,
    }
    const message = { ...mail, unsubscribeUrl: optional?.unsubscribeUrl ?? mail.unsubscribeUrl }
    await inSpan('mail', 'client', about, () => mailer.send(message))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const failure = { mail: mail.id, template: mail.template, attempts: mail.attempts, host: mailer.host, ...replyOf(error) }
    if (isFinal(error) || mail.attempts >= MAX_ATTEMPTS) {
      log.warn(failure, 'mail delivery failed permanently')
      return fail(deps, mail, error, reason)
    }
    log.warn(failure, 'mail delivery failed, will retry')
    await reschedule(db, mail.id, retryDelaySeconds(mail.attempts), reason)
    return isOfThisMail(error) || (await mailer.isReachable()) ? undefined : 'unreachable'
  }
  await markSent(db, mail.id)
}

const fail = ({ db, keyring, now }: SendDeps, { id, recipient }: QueuedMail, error: unknown, reason: string) =>
  db.transaction(async (tx) => {
    await markFailed(tx, id, isFinal(error) ? 'rejected' : 'unreachable', reason)
    if (isMailboxGone(error)) await suppress(tx, keyring, { email: recipient, kind: 'hard-bounce', mail: { id, sentAt: now() } })
  })

/** What the reader of an optional mail has chosen by now. Only the owner of the mailbox gets a link to unsubscribe. */
async function readOptional({ db, keyring, base }: SendDeps, { recipient, group, noticeOf }: QueuedMail & { group: string }) {
  const { isOff, mailboxOwner } = await readOptionalMail(db, { to: recipient, group, of: noticeOf })
  if (!mailboxOwner || !v.is(OptionalMailGroup, group)) return { isOff, unsubscribeUrl: undefined }
  const token = await createUnsubscribeToken(keyring, { userId: mailboxOwner, group, email: recipient.toLowerCase() })
  return { isOff, unsubscribeUrl: `${base()}/api/notices/unsubscribe?token=${token}` }
}

export const retryDelaySeconds = (attempts: number) =>
  Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(attempts - 1, 10), MAX_PAUSE_SECONDS)

export const mailJobs = (deps: SendDeps): JobHandlers => ({
  [SEND_MAIL]: runSerially(() => sendMail(deps), FIRST_PAUSE_SECONDS * 1000, deps.now),
  'mail.prune': async () => {
    await pruneMail(deps.db)
    await pruneSuppressions(deps.db)
  },
})

export const mailSchedules: Schedule[] = [
  { kind: SEND_MAIL, everySeconds: 5 },
  { kind: 'mail.prune', everySeconds: 24 * 60 * 60 },
]
