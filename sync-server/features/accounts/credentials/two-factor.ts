import { Secret, TOTP } from 'otpauth'
import type { Database, Transaction } from '#server/database/client.ts'
import { newAppRemoved, twoFactorOff, twoFactorOn } from '#server/email/messages/accounts.ts'
import { queueMail } from '#server/email/outbox.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { lockCaller } from '#server/features/accounts/lock-account.ts'
import type { UserRow } from '#server/features/accounts/present.ts'
import { markSecondFactor, updateUser } from '#server/features/accounts/queries.ts'
import { greetingOf } from '#server/features/accounts/sessions/greeting.ts'
import type { RequestContext } from '#server/features/accounts/sessions/request-context.ts'
import type { Account } from '#server/http/session.ts'
import { hashToken } from '#server/http/token.ts'
import type { RecoveryCodes, TotpSetup } from '#shared/accounts/security-contract.ts'
import type { UserId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { requireRecent } from './recent-proof.ts'
import { TTL_MS } from './tokens.ts'
import {
  confirmTwoFactor,
  deleteTwoFactor,
  deleteTwoFactorSince,
  findTwoFactor,
  insertRecoveryCodes,
  startTwoFactor,
  takeRecoveryCode,
  takeStep,
} from './two-factor-queries.ts'

// cspell:ignore abcdefghijkmnpqrstuvwxyz

/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** Clocks of phones are slightly off: the previous and the next step are accepted too. */
const WINDOW = 1
const RECOVERY_CODES = 10

/** A stranger who registers an address must not be able to lock it. */
function requireVerified({ emailVerified }: Account) {
  if (!emailVerified) throw new Problem('accounts.verify-first')
}

/**
 * Creates a secret for an authenticator app. It protects nothing until a first code has confirmed it.
 *
 * @throws Problem `step-up`, `accounts.verify-first`, `accounts.two-factor-on`
 */
export async function beginTotp(deps: AccountDeps, account: Account): Promise<TotpSetup> {
  requireRecent(deps, account)
  requireVerified(account)
  const secret = new Secret({ size: SECRET_BYTES })
  const sealed = await deps.keyring.encrypt(secret.base32)
  const isStarted = await deps.db.transaction(async (tx) => {
    await lockCaller(tx, account)
    return startTwoFactor(tx, account.id, sealed)
  })
  if (!isStarted) throw new Problem('accounts.two-factor-on')
  const app = new TOTP({ issuer: 'Latchkey', label: account.email, secret, period: PERIOD_SECONDS })
  return { secret: secret.base32, otpauthUrl: app.toString() }
}

/**
 * Switches the second factor on and returns the recovery codes, which are shown only once.
 *
 * @throws Problem `accounts.two-factor-on`, `accounts.two-factor-off`, `accounts.code-invalid`, `accounts.verify-first`,
 *   `too-many-requests`
 */
export async function confirmTotp(
  deps: AccountDeps,
  account: Account,
  code: string,
  { base, device }: RequestContext,
): Promise<RecoveryCodes> {
  if (account.hasTwoFactor) throw new Problem('accounts.two-factor-on')
  requireVerified(account)
  await deps.limit('totp-setup', account.id)
  const pending = await findTwoFactor(deps.db, account.id)
  if (!pending) throw new Problem('accounts.two-factor-off')
  if (!(await takeAppCode(deps, deps.db, account.id, code))) throw new Problem('accounts.code-invalid')

  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const hashes = await Promise.all(codes.map((one) => hashRecoveryCode(deps, account.id, one)))
  await deps.db.transaction(async (tx) => {
    // Of two tabs only one switches it on.
    await lockCaller(tx, account)
    const user = await updateUser(tx, account.id, { hasTwoFactor: true })
    const current = await findTwoFactor(tx, account.id)
    if (current?.confirmedAt) throw new Problem('accounts.two-factor-on')
    // Another session has started setup again since the code was consumed: its secret does not belong to this app.
    if (!current || Buffer.compare(current.secret, pending.secret) !== 0) throw new Problem('accounts.code-invalid')
    await confirmTwoFactor(tx, account.id, deps.now())
    await insertRecoveryCodes(tx, account.id, hashes)
    if (device) await markSecondFactor(tx, account.id, hashToken(device), deps.now())
    await queueMail(tx, { to: user.email, template: 'two-factor-on', message: twoFactorOn(greetingOf(user), base, NEW_APP_DAYS) })
  })
  return { recoveryCodes: codes }
}

/** @throws Problem `step-up`, `accounts.two-factor-off` */
export async function disableTotp(deps: AccountDeps, account: Account, base: string) {
  requireRecent(deps, account)
  await deps.db.transaction(async (tx) => {
    await lockCaller(tx, account)
    const user = await updateUser(tx, account.id, { hasTwoFactor: false })
    if (!(await deleteTwoFactor(tx, account.id))) throw new Problem('accounts.two-factor-off')
    await queueMail(tx, { to: user.email, template: 'two-factor-off', message: twoFactorOff(greetingOf(user), base) })
  })
}

/** An app counts as new for as long as the mailbox can revert a change of the address. */
const NEW_APP_MS = TTL_MS['keep-email']
const NEW_APP_DAYS = NEW_APP_MS / (24 * 60 * 60 * 1000)

/**
 * Removes an authenticator app that was new when the account was recovered through the mailbox, and notifies the owner. A thief
 * with the password can set up an app, which would lock the owner out. An older app stays: it protects the account against a
 * person who reads the mailbox.
 *
 * @param takenBackAt  when the recovery link was mailed
 * @returns the account as it is now
 */
export async function dropNewApp(tx: Transaction, user: UserRow, takenBackAt: Date): Promise<UserRow> {
  const isGone = await deleteTwoFactorSince(tx, user.id, new Date(takenBackAt.getTime() - NEW_APP_MS))
  if (!isGone) return user
  const message = newAppRemoved(greetingOf(user), NEW_APP_DAYS)
  await queueMail(tx, { to: user.email, template: 'two-factor-removed', message })
  return updateUser(tx, user.id, { hasTwoFactor: false })
}

/**
 * Whether the input at sign-in is a code of the account's app or one of its recovery codes. The code is consumed, also when the
 * sign-in fails later.
 */
export async function takeSecondFactor(deps: AccountDeps, userId: UserId, typed: string): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return takeAppCode(deps, deps.db, userId, code)
  return takeRecoveryCode(deps.db, userId, await hashRecoveryCode(deps, userId, code), deps.now())
}

/** Each 30-second step accepts one code: a code read over a shoulder is already consumed. */
async function takeAppCode({ keyring, now }: AccountDeps, db: Database, userId: UserId, code: string): Promise<boolean> {
  const row = await findTwoFactor(db, userId)
  if (!row) return false
  const app = new TOTP({ secret: Secret.fromBase32(await keyring.decrypt(row.secret)), period: PERIOD_SECONDS })
  const timestamp = now().getTime()
  const delta = app.validate({ token: code, timestamp, window: WINDOW })
  return delta !== null && takeStep(db, userId, Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta)
}

/** 32 characters that cannot be confused with each other; ten of them are 50 bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

function newRecoveryCode(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => ALPHABET[byte % ALPHABET.length])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

const hashRecoveryCode = ({ keyring }: AccountDeps, userId: UserId, code: string) =>
  keyring.sign('recovery', `${userId}:${code.replace('-', '')}`)
