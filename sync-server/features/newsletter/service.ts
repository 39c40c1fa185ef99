import { timingSafeEqual } from 'node:crypto'
import Papa from 'papaparse'
import * as v from 'valibot'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { confirmNewsletter } from '#server/email/messages/newsletter.ts'
import { queueMail, senderAt } from '#server/email/outbox.ts'
import { addressKeyOf, listSuppressedKeys } from '#server/email/suppressions.ts'
import { isReserved } from '#server/features/accounts/service.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { OfferedProof } from '#server/http/limits/proof/offered-proof.ts'
import { type RateLimit, tryConsume } from '#server/http/limits/rate-limit.ts'
import { refuseBlocked } from '#server/http/limits/refuse-blocked.ts'
import type { Account } from '#server/http/session.ts'
import { refuseSwitchedOff } from '#server/switches.ts'
import { Email } from '#shared/accounts/contract.ts'
import { FORMULA } from '#shared/earnings/statement.ts'
import type { NewsletterSignup } from '#shared/newsletter/contract.ts'
import { Problem } from '#shared/problem.ts'
import { confirmSubmission, deleteSubmission, findOrInsertSubmission, listConfirmed, pruneUnconfirmed } from './queries.ts'

export type NewsletterDeps = { db: Database; now: () => Date; limit: RateLimit; keyring: Keyring }

const UNCONFIRMED_DAYS = 30

/** Stores a valid address and mails it a confirmation link (double opt-in). @throws Problem `switched-off` */
export async function signUp(
  deps: Omit<NewsletterDeps, 'db'> & { db: Queryable },
  input: NewsletterSignup,
  context: { address: string; base: string; proof: OfferedProof | undefined },
) {
  await deps.limit('newsletter-address', context.address, 1, context.proof)
  await refuseSwitchedOff(deps.db, 'newsletter')
  await refuseBlocked(deps.db, deps.now(), { address: context.address, email: input.email })
  const parsed = v.safeParse(Email, input.email)
  if (!parsed.success || isReserved(parsed.output)) return
  const email = parsed.output
  const mayMail = await tryConsume(deps.limit, 'unasked-mail-identifier', `newsletter:${email}`)
  await deps.db.transaction(async (tx) => {
    const row = await findOrInsertSubmission(tx, { id: newId('sub'), email, source: input.source ?? null, createdAt: deps.now() })
    if (!row || row.confirmedAt || !mayMail) return
    const token = await tokenOf(deps, row.id)
    const message = confirmNewsletter(pageOf(context.base, token))
    await queueMail(tx, {
      to: email,
      template: 'newsletter-confirm',
      message,
      unsubscribeUrl: unsubscribeUrlOf(context.base, token),
      sender: await senderAt(deps.keyring, context.address),
    })
  })
}

/** The page that confirms, and asks before it unsubscribes. */
export const pageOf = (base: string, token: string) => `${base}/newsletter#${token}`

/** For the header `List-Unsubscribe` of a newsletter. */
export const unsubscribeUrlOf = (base: string, token: string) => `${base}/api/newsletter/unsubscribe?token=${token}`

/** @throws Problem `links.invalid` */
export async function confirm(deps: NewsletterDeps, token: string) {
  if (!(await confirmSubmission(deps.db, await idIn(deps, token), deps.now()))) throw new Problem('links.invalid')
}

/** Idempotent. @throws Problem `links.invalid` for an invalid signature */
export async function unsubscribe(deps: NewsletterDeps, token: string) {
  await deleteSubmission(deps.db, await idIn(deps, token))
}

/**
 * The confirmed subscribers as CSV for a mail service, without suppressed addresses. Each export is in the audit log.
 *
 * @returns the columns `email`, `confirmed_at`, `source`, and the addresses to unsubscribe: a page, and one for `List-Unsubscribe`
 */
export const exportSubscribers = (deps: Pick<NewsletterDeps, 'db' | 'keyring'>, admin: Pick<Account, 'id'>, base: string) =>
  deps.db.transaction(async (tx) => {
    const confirmed = await listConfirmed(tx)
    const suppressed = await listSuppressedKeys(tx)
    const rows: string[][] = []
    for (const { id, email, source, confirmedAt } of confirmed) {
      if (suppressed.has(await addressKeyOf(deps.keyring, email))) continue
      const token = await tokenOf(deps, id)
      rows.push([email, confirmedAt?.toISOString() ?? '', source ?? '', pageOf(base, token), unsubscribeUrlOf(base, token)])
    }
    const target = { targetType: 'newsletter', targetId: 'subscribers' }
    const after = { exported: rows.length }
    await writeAuditEntry(tx, { actorId: admin.id, action: 'exported', ...target, before: { exported: 0 }, after })
    return { csv: Papa.unparse({ fields: COLUMNS, data: rows }, { escapeFormulae: FORMULA }), count: rows.length }
  })

const COLUMNS = ['email', 'confirmed_at', 'source', 'unsubscribe_page', 'list_unsubscribe']

export const pruneNewsletter = ({ db, now }: Pick<NewsletterDeps, 'db' | 'now'>) =>
  pruneUnconfirmed(db, new Date(now().getTime() - UNCONFIRMED_DAYS * 24 * 60 * 60 * 1000))

/** The token does not expire, because unsubscribing must always work: a signature instead of a stored secret. */
export const tokenOf = async ({ keyring }: Pick<NewsletterDeps, 'keyring'>, id: string) =>
  `${id}.${await keyring.sign('newsletter', id)}`

async function idIn(deps: NewsletterDeps, token: string): Promise<string> {
  const [id = ''] = token.split('.')
  const [given, ours] = [Buffer.from(token), Buffer.from(await tokenOf(deps, id))]
  if (given.length !== ours.length || !timingSafeEqual(given, ours)) throw new Problem('links.invalid')
  return id
}
