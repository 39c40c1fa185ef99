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

/** How long each one-time secret works. */
export const TTL_MS = {
  'verify-email': 24 * 60 * MINUTE_MS,
  'change-email': 60 * MINUTE_MS,
  // Long enough for somebody who reads this mailbox once a week.
  'keep-email': 7 * 24 * 60 * MINUTE_MS,
  'reset-password': 30 * MINUTE_MS,
  code: 10 * MINUTE_MS,
  claim: 10 * MINUTE_MS,
} as const satisfies Record<Purpose, number>

const MOST_TRIES = 5
const CODES = 1_000_000
/** Of so many groups of six digits a code consists once short ones were guessed too often: 60 bits. */
const LONG_GROUPS = 3
const SHORT_LENGTH = 6

/** Of these, a newer link ends those before it. Strangers cause reset links, so one must not end another; each way back to an address counts. */
const REPLACED: Purpose[] = ['verify-email', 'change-email']

type ForUser = { purpose: Purpose; userId: UserId; email: string; now: Date; sid?: string }

/** The secret of a mailed link: 256 bits, of which we keep the hash. */
export async function issueLink(tx: Queryable, { purpose, userId, email, now, sid }: ForUser) {
  if (REPLACED.includes(purpose)) await endTokens(tx, ofUser(userId), [purpose], now)
  const token = randomToken()
  const expiresAt = new Date(now.getTime() + TTL_MS[purpose])
  const tokenHash = hashToken(token)
  await insertToken(tx, { id: newId('tok'), purpose, userId, sid: sid ?? null, email, tokenHash, expiresAt, createdAt: now })
  return { token, expiresAt }
}

export type Link = ReturnType<typeof linkOf>

/** Reads a link without using it up, for what must be asked before. @throws Problem `accounts.link-invalid` */
export const readLink = async (db: Queryable, purposes: Purpose[], token: string, now: Date) =>
  linkOf(await findLink(db, purposes, hashToken(token), now))

/**
 * Takes a link's secret, and holds its account until the transaction ends. The account is locked first, as by everything else
 * that ends secrets: in the other order two of them wait for each other.
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
 * Digits to type, in groups of six. One group has few possibilities, so each code dies after five tries. After 50 wrong tries in a
 * week, whoever made them and from wherever, a mailbox gets codes of three groups, which nobody guesses: so strangers neither guess
 * on for months nor keep the owner out.
 */
export async function makeCode(limit: RateLimit, email: string): Promise<string> {
  const groups = (await areShortCodesGood(limit, email)) ? 1 : LONG_GROUPS
  return Array.from({ length: groups }, newGroup).join(' ')
}

const newGroup = () => String(randomBelow(CODES)).padStart(SHORT_LENGTH, '0')

const areShortCodesGood = (limit: RateLimit, email: string) => tryConsume(limit, 'code-wrong', email.toLowerCase(), 0)

type ForCode = { purpose: 'code' | 'claim'; owner: CodeOwner; email: string; code: string; now: Date }

/** Keeps a code that is mailed by the same transaction. Its hash is keyed: the table alone does not give it away. */
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
 * Takes a typed code. Every try counts, also one whose transaction is refused later, so this runs on the pool. A short code dies
 * with its fifth try, and with the last try that its mailbox has in a week.
 *
 * @returns the address that the code was mailed to
 * @throws Problem `accounts.code-invalid`
 */
export async function redeemCode({ db, keyring, limit }: CodeDeps, { purpose, owner, code, now }: Typed) {
  const row = await countTry(db, purpose, owner, MOST_TRIES, now)
  if (!row?.email) throw new Problem('accounts.code-invalid')
  const isGuessable = code.length <= SHORT_LENGTH
  const isAlive = !isGuessable || (await areShortCodesGood(limit, row.email))
  const isRight = isSame(row.tokenHash, await seal(keyring, row.id, code))
  if (isGuessable && !isRight) await tryConsume(limit, 'code-wrong', row.email.toLowerCase())
  // Of two requests with the right code one takes it.
  if (!isAlive || !isRight || !(await takeCode(db, row.id, now))) throw new Problem('accounts.code-invalid')
  return row.email
}

const seal = (keyring: Keyring, id: string, code: string) => keyring.sign('code', `${id}:${code.replaceAll(' ', '')}`)

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Without the bias of a remainder: the topmost part of the range that does not fill up is drawn again. */
function randomBelow(limit: number): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn < Math.floor(2 ** 32 / limit) * limit ? drawn % limit : randomBelow(limit)
}
