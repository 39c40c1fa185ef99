import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { confirmClaim, confirmRemoval } from '#server/email/messages/profile-requests.ts'
import { queueMail, senderAt } from '#server/email/outbox.ts'
import { type MailboxDeps, proveOwnMailbox } from '#server/features/accounts/credentials/own-mailbox.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import type { RequestContext } from '#server/features/accounts/sessions/request-context.ts'
import type { CancelCalls } from '#server/features/bookings/calls/cancel-calls-of.ts'
import { type RateLimit, tryConsume } from '#server/http/limits/rate-limit.ts'
import { refuseBlocked } from '#server/http/limits/refuse-blocked.ts'
import type { Account } from '#server/http/session.ts'
import { hashToken, randomToken } from '#server/http/token.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type {
  AskForProfile,
  MailedRequest,
  ProfileAsked,
  RequestKind,
  RequestOutcome,
} from '#shared/profile-requests/contract.ts'
import {
  findMailbox,
  findMailed,
  findOpenRequest,
  findPerson,
  forgetExpired,
  hasOwner,
  insertRequest,
  listMailboxes,
  lockMailed,
  type RequestRow,
  updateRequest,
} from './queries.ts'
import { holdForRemoval, withdraw } from './remove-profile.ts'
import { findTarget } from './target.ts'
import { transferProfile } from './transfer-profile.ts'

export type ProfileRequestDeps = MailboxDeps & { db: Database; limit: RateLimit; keyring: Keyring; cancelCalls: CancelCalls }

const TTL_MS = 7 * 24 * 60 * 60 * 1000

type ProfileRequestInput = {
  id: VcId
  kind: RequestKind
  given: AskForProfile
  context: Pick<RequestContext, 'address' | 'base' | 'proof'>
}

/**
 * Accepts a request about a listed profile. If the record has a mailbox, its owner decides by a mailed link, and the mailbox is
 * never disclosed. Otherwise an admin decides, and needs an address for the answer.
 *
 * @throws Problem `not-found`, `profiles.has-owner`, `too-many-requests`
 */
export async function askForProfile(
  deps: ProfileRequestDeps,
  { id, kind, given, context }: ProfileRequestInput,
): Promise<ProfileAsked> {
  await deps.limit('profile-request-address', context.address, 1, context.proof)
  await refuseBlocked(deps.db, deps.now(), { address: context.address, email: given.email })
  if (await hasOwner(deps.db, id)) throw new Problem('profiles.has-owner')
  const target = await findTarget(deps.db, id, kind)
  if (!target) throw new Problem('not-found')
  const request = { id: newId<string>('prq'), vcId: id, kind, createdAt: deps.now() }
  const { email } = target
  if (email) {
    // Limits the mails to one mailbox. Each link works for its owner, also when a stranger requested it.
    const mayMail = await tryConsume(deps.limit, 'profile-mail', `${kind}:${id}`)
    if (mayMail) {
      await deps.db.transaction(async (tx) => {
        await insertRequest(tx, { ...request, status: 'mailed' })
        await mailLink(tx, deps, {
          ...request,
          name: target.called,
          to: email,
          base: context.base,
          sender: await senderAt(deps.keyring, context.address),
        })
      })
    }
    return { success: true, next: 'mail' }
  }
  if (!given.email) return { success: false, next: 'address' }
  const openRequest = { ...request, email: given.email, message: given.message ?? null }
  if (await findOpenRequest(deps.db, openRequest)) return { success: true, next: 'team' }
  await deps.limit('profile-wish-address', context.address, 1, context.proof)
  await deps.limit('profile-request-record', `${kind}:${id}:${context.address}`)
  await insertRequest(deps.db, { ...openRequest, status: 'open' })
  return { success: true, next: 'team' }
}

/** The address and text of a request are kept until it is decided; where a link was mailed, until it is used or expires. */
export const pruneWishes = ({ db, now }: Pick<ProfileRequestDeps, 'db' | 'now'>) => forgetExpired(db, now())

type Link = Pick<RequestRow, 'id' | 'kind'> & { name: string; to: string; base: string; sender?: string }

/** Mails the single secret that decides a request. */
export async function mailLink(
  tx: Transaction,
  { now, keyring }: Pick<ProfileRequestDeps, 'now' | 'keyring'>,
  { id, kind, name, to, base, sender }: Link,
) {
  const token = randomToken() + (await mailboxKey(keyring, to))
  const expiresAt = new Date(now().getTime() + TTL_MS)
  await updateRequest(tx, id, { status: 'mailed', tokenHash: hashToken(token), expiresAt })
  const message = (kind === 'claim' ? confirmClaim : confirmRemoval)(name, `${base}/profile-request#${token}`)
  await queueMail(tx, {
    to,
    template: `profile-${kind}`,
    message,
    secretUntil: expiresAt,
    ...(sender !== undefined && { sender }),
  })
}

const SECRET_LENGTH = 43
const MAILBOX_KEY_LENGTH = 32

/** A keyed hash of an address. It is the end of each link that is mailed to it, and recognises the mailbox without naming it. */
const mailboxKey = async (keyring: Keyring, email: string) =>
  (await keyring.sign('profile-mailbox', email.toLowerCase())).slice(0, MAILBOX_KEY_LENGTH)

/**
 * Whether a link was mailed to a mailbox that its record still has. The address of a requester was seen by an admin. A link of the
 * last release names no mailbox.
 */
async function isOfItsMailbox({ keyring }: ProfileRequestDeps, db: Queryable, { email, vcId }: RequestRow, token: string) {
  const key = token.slice(SECRET_LENGTH)
  if (email || key === '') return true
  const known = await Promise.all((await listMailboxes(db, vcId)).map((mailbox) => mailboxKey(keyring, mailbox)))
  return known.includes(key)
}

/** Describes a mailed link without applying it. @throws Problem `accounts.link-invalid`, `profiles.has-owner` */
export async function previewLink(deps: ProfileRequestDeps, token: string): Promise<MailedRequest> {
  const { db, now } = deps
  const request = await findMailed(db, hashToken(token), now())
  if (request && (await hasOwner(db, request.vcId))) throw new Problem('profiles.has-owner')
  const isValid = request && (await isOfItsMailbox(deps, db, request, token))
  const target = isValid && (await findTarget(db, request.vcId, request.kind))
  if (!target) throw new Problem('accounts.link-invalid')
  return { kind: request.kind, name: target.called }
}

/**
 * Applies a link, once. A claim without a session returns `sign-in` and does not consume the link. A claim from the mailbox of
 * the account itself verifies its address.
 *
 * @throws Problem `accounts.link-invalid`, `profiles.has-owner`, `profiles.claim-revoked`, `applications.pending`, `session-lost`
 */
export async function confirmLink(
  deps: ProfileRequestDeps,
  token: string,
  account: Account | undefined,
): Promise<RequestOutcome> {
  return deps.db.transaction(async (tx) => {
    const mailed = await findMailed(tx, hashToken(token), deps.now())
    const removes = mailed && (mailed.kind === 'remove' || (await findPerson(tx, mailed.vcId)))
    if (removes) await holdForRemoval(tx, mailed.vcId)
    if (account) await lockCaller(tx, { principalId: account.principalId, account })
    const request = await lockMailed(tx, hashToken(token), deps.now())
    if (!request || !(await isOfItsMailbox(deps, tx, request, token))) throw new Problem('accounts.link-invalid')
    // A link from before the approval of another person's claim must not affect that person's profile.
    if (await hasOwner(tx, request.vcId)) throw new Problem('profiles.has-owner')
    if (request.kind === 'claim' && !account) return { outcome: 'sign-in' }
    if (account && request.kind === 'claim') {
      const mailbox = await findMailbox(tx, request)
      if (mailbox) await proveOwnMailbox(deps, tx, account, mailbox)
    }
    const isDone =
      account && request.kind === 'claim' ? transferProfile(tx, deps, request.vcId, account) : withdraw(tx, deps, request.vcId)
    if (!(await isDone)) throw new Problem('accounts.link-invalid')
    await updateRequest(tx, request.id, { status: 'done', decidedAt: deps.now(), tokenHash: null, email: null, message: null })
    return { outcome: request.kind === 'claim' ? 'claimed' : 'removed' }
  })
}
