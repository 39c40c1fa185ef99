import type { Database, Transaction } from '#server/database/client.ts'
import { type DigestLine, weeklyDigest } from '#server/email/messages/contacts.ts'
import { queueOptionalMail } from '#server/email/optional-mail.ts'
import type { Schedule } from '#server/jobs/worker.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { claimDigests, listDueBefore } from './follow-up-queries.ts'
import type { FindContact } from './reminders.ts'

export type DigestDeps = {
  db: Database
  now: () => Date
  base: () => string
  findContact: FindContact
  /** The confirmed calls of a principal that begin within a span, as either side. */
  listCalls: (tx: Transaction, principalId: PrincipalId, from: Date, until: Date) => Promise<{ name: string; start: Date }[]>
}

export const DIGEST = 'contacts.digest'
export const digestSchedule: Schedule = { kind: DIGEST, everySeconds: 15 * 60 }

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_MS = 7 * DAY_MS
/** Monday, 7:00 UTC, after the start of the week. */
const FIRST_MS = 7 * 60 * 60 * 1000
const BATCH_SIZE = 100
const MAX_LINES = 10

/** The Monday, 0:00 UTC, that begins the week of an instant. */
export function weekOf(instant: Date): Date {
  const day = new Date(instant)
  day.setUTCHours(0, 0, 0, 0)
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS)
}

/** Whether digests are sent now: on Monday from 7:00 UTC, for a day. After a longer outage the week has none. */
export const isDigestTime = (now: Date) => {
  const sinceMonday = now.getTime() - weekOf(now).getTime()
  return sinceMonday >= FIRST_MS && sinceMonday < FIRST_MS + DAY_MS
}

/**
 * Mails each account its follow-ups of the week, the overdue ones included, and its calls; at most once a week. An account without a
 * follow-up gets none: calls have reminders of their own. The mail and its mark commit together.
 */
export const sendDigests = (deps: DigestDeps) => async () => {
  if (!isDigestTime(deps.now())) return
  while (await deps.db.transaction((tx) => sendSome(deps, tx))) {
    // Next batch.
  }
}

/** @returns whether there may be more */
async function sendSome({ now, base, findContact, listCalls }: DigestDeps, tx: Transaction): Promise<boolean> {
  const at = now()
  const until = new Date(weekOf(at).getTime() + WEEK_MS)
  const claimed = await claimDigests(tx, { week: weekOf(at), until, now: at, limit: BATCH_SIZE })
  for (const { principalId, email, firstName } of claimed) {
    const due: DigestLine[] = []
    for (const { contactId, dueAt } of await listDueBefore(tx, principalId, until)) {
      const contact = await findContact(tx, principalId, contactId)
      if (contact) due.push({ name: contact.name, at: dueAt })
    }
    if (due.length === 0) continue
    const calls = await listCalls(tx, principalId, at, until)
    const message = weeklyDigest({
      firstName,
      now: at,
      due: due.slice(0, MAX_LINES),
      more: Math.max(0, due.length - MAX_LINES),
      calls: calls.map(({ name, start }) => ({ name, at: start })).slice(0, MAX_LINES),
      link: `${base()}/contacts?sort=follow-up`,
    })
    const choice = { group: 'digest', of: principalId, base: base() } as const
    await queueOptionalMail(tx, choice, { to: email, template: 'digest', message })
  }
  return claimed.length === BATCH_SIZE
}
