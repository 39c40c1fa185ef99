import { timingSafeEqual } from 'node:crypto'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { lockUser } from '#server/features/accounts/queries.ts'
import { type RateLimit, tryConsume } from '#server/http/limits/rate-limit.ts'
import { hashToken, randomToken } from '#server/http/token.ts'
import type { UserId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import {
  type CodeOwner,
  countTry,
  endTokens,
  findLink,
  insertToken,
  ofUser,
  type Purpose,
  type TokenRow,
  takeCode,
  takeLink,
} from './token-queries.ts'

const MINUTE_MS = 60_000

/** Lifetime of each one-time secret. */
export const TTL_MS = {
  'verify-email': 24 * 60 * MINUTE_MS,
  'change-email': 60 * MINUTE_MS,
  // Long enough for a user who reads this mailbox once a week.
  'keep-email': 7 * 24 * 60 * MINUTE_MS,
  'reset-password': 30 * MINUTE_MS,
  code: 10 * MINUTE_MS,
  claim: 10 * MINUTE_MS,
} as const satisfies Record<Purpose, number>

const MAX_TRIES = 5
const CODES = 1_000_000
/** Number of six-digit groups in a long code: 60 bits. Long codes are used after too many wrong guesses of short codes. */
const LONG_GROUPS = 3
const SHORT_LENGTH = 6

/**
 * For these purposes a newer link ends the earlier ones. Strangers can cause reset links, so one must not end another; each
 * restore link counts.
 */
const REPLACED: Purpose[] = ['verify-email', 'change-email']

type ForUser = { purpose: Purpose; userId: UserId; email: string; now: Date; sid?: string }

/** Issues the secret of a mailed link: 256 bits. Only the hash is stored. */
export async function issueLink(tx: Queryable, { purpose, userId, email, now, sid }: ForUser) {
  if (REPLACED.includes(purpose)) await endTokens(tx, ofUser(userId), [purpose], now)
  const token = randomToken()
  const expiresAt = new Date(now.getTime() + TTL_MS[purpose])
  const tokenHash = hashToken(token)
  await insertToken(tx, { id: newId('tok'), purpose, userId, sid: sid ?? null, email, tokenHash, expiresAt, createdAt: now })
  return { token, expiresAt }
}

export type Link = ReturnType<typeof linkOf>

/** Reads a link without consuming it, for checks that come before. @throws Problem `accounts.link-invalid` */
export const readLink = async (db: Queryable, purposes: Purpose[], token: string, now: Date) =>
  linkOf(await findLink(db, purposes, hashToken(token), now))

/**
 * Consumes the secret of a link and locks its account until the transaction ends. The account is locked first, as in all other
 * code that ends secrets: with the opposite order two transactions deadlock.
 *
 * @throws Problem `accounts.link-invalid`
 */
export async function redeemLink(tx: Transaction, purposes: Purpose[], token: string, now: Date) {
  const { userId } = await readLink(tx, purposes, token, now)
  const found = await lockUser(tx, userId)
  const link = linkOf(await takeLink(tx, purposes, hashToken(token), now))
  if (!found) throw new Problem('accounts.link-invalid')
  return { ...found, link }
}

function linkOf(row: TokenRow | undefined) {
  if (!row?.userId || !row.email) throw new Problem('accounts.link-invalid')
  const { purpose, userId, email, sid, createdAt } = row
  return { purpose, userId, email, sid, createdAt }
}

/**
 * Digits to type, in groups of six. One group has few possible values, so each code expires after five attempts. After 50 wrong
 * attempts in a week, counted per mailbox over all clients and addresses, the mailbox gets codes of three groups, which cannot be
 * guessed. So strangers can neither guess for months nor lock the owner out.
 */
export async function makeCode(limit: RateLimit, email: string): Promise<string> {
  const groups = (await areShortCodesGood(limit, email)) ? 1 : LONG_GROUPS
  return Array.from({ length: groups }, newGroup).join(' ')
}

const newGroup = () => String(randomBelow(CODES)).padStart(SHORT_LENGTH, '0')

const areShortCodesGood = (limit: RateLimit, email: string) => tryConsume(limit, 'code-wrong', email.toLowerCase(), 0)

type ForCode = { purpose: 'code' | 'claim'; owner: CodeOwner; email: string; code: string; now: Date }

/** Stores a code that the same transaction mails. The hash is keyed: the table alone does not reveal the code. */
export async function issueCode(tx: Queryable, keyring: Keyring, { purpose, owner, email, code, now }: ForCode) {
  await endTokens(tx, owner, [purpose], now)
  const id = newId<string>('tok')
  const expiresAt = new Date(now.getTime() + TTL_MS[purpose])
  const tokenHash = await seal(keyring, id, code)
  await insertToken(tx, { id, purpose, ...owner, email, tokenHash, expiresAt, createdAt: now })
  return { expiresAt }
}

type CodeDeps = { db: Database; keyring: Keyring; limit: RateLimit }
type Typed = { purpose: 'code' | 'claim'; owner: CodeOwner; code: string; now: Date }

/**
 * Consumes a typed code. Every attempt counts, also when the surrounding request is refused later, so this runs on the pool and
 * not in a transaction. A short code expires with its fifth attempt, and with the last weekly attempt of its mailbox.
 *
 * @returns the address that the code was mailed to
 * @throws Problem `accounts.code-invalid`
 */
export async function redeemCode({ db, keyring, limit }: CodeDeps, { purpose, owner, code, now }: Typed) {
  const row = await countTry(db, purpose, owner, MAX_TRIES, now)
  if (!row?.email) throw new Problem('accounts.code-invalid')
  const isGuessable = code.length <= SHORT_LENGTH
  const isAlive = !isGuessable || (await areShortCodesGood(limit, row.email))
  const isRight = isSame(row.tokenHash, await seal(keyring, row.id, code))
  if (isGuessable && !isRight) await tryConsume(limit, 'code-wrong', row.email.toLowerCase())
  // Of two requests with the right code only one consumes it.
  if (!isAlive || !isRight || !(await takeCode(db, row.id, now))) throw new Problem('accounts.code-invalid')
  return row.email
}

const seal = (keyring: Keyring, id: string, code: string) => keyring.sign('code', `${id}:${code.replaceAll(' ', '')}`)

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Without modulo bias: a value from the incomplete topmost part of the range is drawn again. */
function randomBelow(limit: number): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn < Math.floor(2 ** 32 / limit) * limit ? drawn % limit : randomBelow(limit)
}
