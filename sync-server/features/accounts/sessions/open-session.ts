import type { Transaction } from '#server/database/client.ts'
import { newSignIn } from '#server/email/messages/accounts.ts'
import { queueMail, senderAt } from '#server/email/outbox.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { mergeGuest } from '#server/features/accounts/guest-merge/merge-guest.ts'
import { presentUser, type UserRow } from '#server/features/accounts/present.ts'
import {
  deleteOldestSessions,
  deleteSession,
  insertSession,
  markSecondFactor,
  rememberDevice,
} from '#server/features/accounts/queries.ts'
import { carryPushes } from '#server/features/push/service.ts'
import { hashToken, randomToken } from '#server/http/token.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { greetingOf } from './greeting.ts'
import type { RequestContext, SignedIn } from './request-context.ts'
import { MAX_SESSIONS, SESSION_TTL_SECONDS } from './session-ttl.ts'

type Opening = {
  user: UserRow
  principalId: PrincipalId
  context: RequestContext
  /** When a password or code was last proved, unless that is now. */
  provedAt?: Date
  /** Whether a mail was counted for the client address, for an account with an unverified address. */
  isMailCounted?: boolean
  /** Whether a code of the account's app was consumed for this. */
  hasPassedSecondFactor?: boolean
}

/**
 * The only way to a session, so a banned account gets none. Only a client that has proved the password receives the reason.
 *
 * Always issues a new token: an attacker who planted or saw the old one gains nothing from this sign-in. The caller has locked
 * the account, so that concurrent sign-ins do not exceed `MAX_SESSIONS`.
 *
 * @throws Problem `accounts.banned`
 */
export async function openSession(deps: AccountDeps, tx: Transaction, opening: Opening): Promise<SignedIn> {
  const { principalId, context } = opening
  if (opening.user.bannedAt !== null) throw new Problem('accounts.banned')
  const now = deps.now()
  const earlier = context.session && hashToken(context.session)
  const carry = earlier && (await carryPushes(tx, earlier, opening.user.id))
  if (earlier) await deleteSession(tx, earlier)
  if (context.guest) await mergeGuest(tx, deps.owners, hashToken(context.guest), principalId, now)

  const { user } = opening
  const device = context.device ?? randomToken()
  const isNewDevice = await rememberDevice(tx, user.id, hashToken(device), now)
  if (opening.hasPassedSecondFactor) await markSecondFactor(tx, user.id, hashToken(device), now)
  const isProved = user.emailVerifiedAt !== null
  if (isNewDevice && (isProved || opening.isMailCounted)) {
    const message = newSignIn(greetingOf(user), isProved ? context.userAgent : undefined, now, context.base)
    const sender = isProved ? undefined : await senderAt(deps.keyring, context.address)
    await queueMail(tx, { to: user.email, template: 'new-sign-in', message, ...(sender !== undefined && { sender }) })
  }

  const token = randomToken()
  const sid = hashToken(token)
  await deleteOldestSessions(tx, user.id, MAX_SESSIONS - 1)
  await insertSession(tx, {
    sid,
    userId: user.id,
    sess: context.userAgent ? { userAgent: context.userAgent.slice(0, 300) } : {},
    provedAt: opening.provedAt ?? now,
    seenAt: now,
    createdAt: now,
    expire: new Date(now.getTime() + SESSION_TTL_SECONDS * 1000),
  })
  if (carry) await carry(sid)
  return { user: presentUser(user, principalId, deps.adminEmails), token, device }
}
