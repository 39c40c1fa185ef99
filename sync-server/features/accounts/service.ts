import { setTimeouts } from '#server/database/advisory-lock.ts'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { registrationAttempted, welcome } from '#server/email/messages/accounts.ts'
import { queueMail, senderAt } from '#server/email/outbox.ts'
import { stopOfUnverified } from '#server/email/suppressions.ts'
import { proveCredentials } from '#server/features/accounts/credentials/credentials.ts'
import { hashPassword } from '#server/features/accounts/credentials/password-hash.ts'
import { isKeptForAnother, pruneTokens } from '#server/features/accounts/credentials/token-queries.ts'
import { mailReserved, mailVerification } from '#server/features/accounts/credentials/verification.ts'
import { forgetLateAddresses } from '#server/features/accounts/erasure/erase-account.ts'
import { emptyLettersOfOrders } from '#server/features/accounts/erasure/queries.ts'
import { greetingOf } from '#server/features/accounts/sessions/greeting.ts'
import { openSession } from '#server/features/accounts/sessions/open-session.ts'
import type { RequestContext, SignedIn } from '#server/features/accounts/sessions/request-context.ts'
import { SESSION_IDLE_MS } from '#server/features/accounts/sessions/session-ttl.ts'
import { tryConsume } from '#server/http/limits/rate-limit.ts'
import { refuseBlocked } from '#server/http/limits/refuse-blocked.ts'
import { GUEST_TTL_SECONDS } from '#server/http/session.ts'
import { hashToken } from '#server/http/token.ts'
import { refuseSwitchedOff } from '#server/switches.ts'
import type { Login, Logout, Register, SampleAccount } from '#shared/accounts/contract.ts'
import { isStrongPassword } from '#shared/accounts/passwords.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { AccountDeps } from './deps.ts'
import { lockProved } from './lock-account.ts'
import {
  deleteIdleGuests,
  deleteSession,
  deleteSessionsOver,
  findEnded,
  findSession,
  findUserByEmail,
  insertPrincipal,
  insertUser,
  type LoginRow,
  lockUser,
  pruneDevices,
} from './queries.ts'

/** Opens a session with a password. @throws Problem as `proveCredentials` */
export async function signIn(deps: AccountDeps, input: Login, context: RequestContext): Promise<SignedIn> {
  const proved = await proveCredentials(deps, input, context)
  const hasPassedSecondFactor = proved.user.hasTwoFactor
  const isMailCounted = await countUnproved(deps, proved, context)
  return deps.db.transaction(async (tx) =>
    openSession(deps, tx, { ...(await lockProved(tx, proved)), context, hasPassedSecondFactor, isMailCounted }),
  )
}

const HISTORY_WAIT_MS = 90_000

/** Opens a session of a sample account, without a password. The caller has checked that this is offered. @throws Problem `not-found` */
export const signInAsSample = (deps: AccountDeps, account: SampleAccount, context: RequestContext): Promise<SignedIn> =>
  deps.db.transaction(async (tx) => {
    // At the first start the history of these accounts is being written, in one transaction.
    await setTimeouts(tx, HISTORY_WAIT_MS)
    const found = await lockUser(tx, sampleUserId(account))
    if (!found) throw new Problem('not-found')
    return openSession(deps, tx, { ...found, context })
  })

/** An unverified address may be a stranger's: mails to it are counted, but the limit never blocks a sign-in. */
const countUnproved = async ({ limit }: AccountDeps, { user, device }: LoginRow, { address }: RequestContext): Promise<boolean> =>
  user.emailVerifiedAt === null && !device && tryConsume(limit, 'unproved-mail-address', address)

/**
 * Creates an account and signs it in. The contract lists the fields that a visitor may set; the server sets all other columns.
 *
 * @throws Problem `accounts.registration-refused` when the address is taken or may not be used; `switched-off`
 */
export async function register(deps: AccountDeps, input: Register, context: RequestContext): Promise<SignedIn> {
  await deps.limit('register-address', context.address, 1, context.proof)
  await refuseSwitchedOff(deps.db, 'sign-up')
  await refuseBlocked(deps.db, deps.now(), { address: context.address, email: input.email })
  // Hashed before any lookup, so that a taken address takes as long as a free one.
  const password = await hashPassword(input.password)
  const sender = await senderAt(deps.keyring, context.address)
  const opened = deps.db.transaction(async (tx) => {
    const user = isReserved(input.email)
      ? undefined
      : await insertUser(tx, {
          id: newId<UserId>('usr'),
          email: input.email,
          password,
          hasSetPassword: isStrongPassword(input.password),
          firstName: input.firstName,
          lastName: input.lastName,
          userType: input.userType,
          profileCompleted: true,
          ...(await stopOfUnverified(tx, deps.keyring, input.email)),
        })
    // After the insert, because the insert waits for an account that is just changing from this address: only then is it known
    // whether the address may be restored.
    const isRefused = !user || (await isKeptForAnother(tx, input.email, deps.now()))
    if (isRefused) throw new Problem('accounts.registration-refused')
    const principalId = await insertPrincipal(tx, { id: newId<PrincipalId>('pri'), kind: 'account', userId: user.id })
    await queueMail(tx, { to: user.email, template: 'welcome', message: welcome(context.base, user.userType), sender })
    await mailVerification(deps, tx, { user, base: context.base, sender })
    return openSession(deps, tx, { user, principalId, context })
  })
  return opened.catch(async (error) => {
    if (error instanceof Problem && error.code === 'accounts.registration-refused') await notifyOwner(deps, input.email, context)
    throw error
  })
}

/** The stranger learns nothing more; the owner of the address is notified of the attempt. */
export async function notifyOwner(deps: AccountDeps, email: string, { base, address }: RequestContext) {
  if (isReserved(email) || !(await tryConsume(deps.limit, 'unasked-mail-identifier', email))) return
  const owner = await findUserByEmail(deps.db, email)
  // Rejected without an owner: the address recently belonged to another account.
  if (!owner) return mailReserved(deps.db, email, await senderAt(deps.keyring, address))
  const message = registrationAttempted(greetingOf(owner.user), base)
  await queueMail(deps.db, { to: owner.user.email, template: 'registration-attempted', message })
}

/**
 * Ends a session; an expired or unknown session counts as ended.
 *
 * @param request  names the owner of the session: a session of another account is left unchanged, unless it is older than the
 *   sign-out
 * @returns whether the cookie is cleared too: also for a cookie without a session, which may have been pruned, or ended by a call
 *   whose reply was lost
 */
export async function signOut({ db, now }: AccountDeps, token: string | undefined, request: Logout = {}): Promise<boolean> {
  const { principalId: named, agoMs } = request
  if (!token) return named === undefined
  const sid = hashToken(token)
  const session = named && (await findSession(db, sid))
  const owner = session?.principalId ?? (named && (await findEnded(db, sid)))
  const isOlder = session && agoMs !== undefined && session.createdAt.getTime() < now().getTime() - agoMs
  if (owner !== named && owner !== undefined && !isOlder) return false
  await deleteSession(db, sid)
  return true
}

const DAY_MS = 24 * 60 * 60 * 1000
const DEVICE_DAYS = 400

export async function pruneAccounts({ db, now, keyring }: AccountDeps) {
  const ago = (ms: number) => new Date(now().getTime() - ms)
  await deleteSessionsOver(db, now(), ago(SESSION_IDLE_MS))
  await pruneTokens(db, ago(DAY_MS))
  await pruneDevices(db, ago(DEVICE_DAYS * DAY_MS))
  await forgetLateAddresses({ db, keyring })
  await emptyLettersOfOrders(db)
}

/** "No address known", at any host: it never belongs to an account. */
export const isReserved = (email: string) => email.startsWith('anonymous@')

/** A device that became a guest sends its first mutations within a minute. */
const NEVER_BACK_DAYS = 30

/** Every request without a cookie may create a guest: guests that own nothing are not kept indefinitely. */
export const pruneGuests = ({ db, now }: { db: Database; now: () => Date }) =>
  deleteIdleGuests(db, {
    madeBefore: new Date(now().getTime() - NEVER_BACK_DAYS * DAY_MS),
    seenBefore: new Date(now().getTime() - GUEST_TTL_SECONDS * 1000),
  })

/** The user id of a sample account. */
export const sampleUserId = (account: SampleAccount) => `usr_demo_${account}` as UserId
