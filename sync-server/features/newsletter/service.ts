import { timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { confirmNewsletter } from '#server/email/messages/newsletter.ts'
import { queueMail, senderAt } from '#server/email/outbox.ts'
import { isReserved } from '#server/features/accounts/service.ts'
import { type RateLimit, tryConsume } from '#server/http/limits/rate-limit.ts'
import { Email } from '#shared/accounts/contract.ts'
import type { NewsletterSignup } from '#shared/newsletter/contract.ts'
import { Problem } from '#shared/problem.ts'
import { confirmSubmission, deleteSubmission, findOrInsertSubmission, pruneUnconfirmed } from './queries.ts'

export type NewsletterDeps = { db: Database; now: () => Date; limit: RateLimit; keyring: Keyring }

const UNCONFIRMED_DAYS = 30

/** Stores a valid address and mails it a confirmation link (double opt-in). */
export async function signUp(
  deps: Omit<NewsletterDeps, 'db'> & { db: Queryable },
  input: NewsletterSignup,
  context: { address: string; base: string },
) {
  await deps.limit('newsletter-address', context.address)
  const parsed = v.safeParse(Email, input.email)
  if (!parsed.success || isReserved(parsed.output)) return
  const email = parsed.output
  const mayMail = await tryConsume(deps.limit, 'unasked-mail-identifier', `newsletter:${email}`)
  await deps.db.transaction(async (tx) => {
    const row = await findOrInsertSubmission(tx, { id: newId('sub'), email, source: input.source ?? null, createdAt: deps.now() })
    if (!row || row.confirmedAt || !mayMail) return
    const message = confirmNewsletter(`${context.base}/newsletter#${await tokenOf(deps, row.id)}`)
    await queueMail(tx, {
      to: email,
      template: 'newsletter-confirm',
      message,
      sender: await senderAt(deps.keyring, context.address),
    })
  })
}

/** @throws Problem `links.invalid` */
export async function confirm(deps: NewsletterDeps, token: string) {
  if (!(await confirmSubmission(deps.db, await idIn(deps, token), deps.now()))) throw new Problem('links.invalid')
}

/** Idempotent. @throws Problem `links.invalid` for an invalid signature */
export async function unsubscribe(deps: NewsletterDeps, token: string) {
  await deleteSubmission(deps.db, await idIn(deps, token))
}

export const pruneNewsletter = ({ db, now }: Pick<NewsletterDeps, 'db' | 'now'>) =>
  pruneUnconfirmed(db, new Date(now().getTime() - UNCONFIRMED_DAYS * 24 * 60 * 60 * 1000))

/** The token does not expire, because unsubscribing must always work: a signature instead of a stored secret. */
const tokenOf = async ({ keyring }: NewsletterDeps, id: string) => `${id}.${await keyring.sign('newsletter', id)}`

async function idIn(deps: NewsletterDeps, token: string): Promise<string> {
  const [id = ''] = token.split('.')
  const [given, ours] = [Buffer.from(token), Buffer.from(await tokenOf(deps, id))]
  if (given.length !== ours.length || !timingSafeEqual(given, ours)) throw new Problem('links.invalid')
  return id
}
