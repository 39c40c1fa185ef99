import { timingSafeEqual } from 'node:crypto'
import type { Database, Queryable, Transaction } from '#server/db.ts'
import { hashToken, randomToken } from '#server/http/token.ts'
import { newId } from '#server/new-id.ts'
import type { Vault } from '#server/vault.ts'
import type { UserId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { lockUser } from './queries.ts'
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
export const LIFE_MS = {
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

/** Of these, a newer link ends those before it. Strangers cause reset links, so one must not end another; each way back to an address counts. */
const REPLACED: Purpose[] = ['verify-email', 'change-email']

type ForUser = { purpose: Purpose; userId: UserId; email: string; now: Date; sid?: string }

/** The secret of a mailed link: 256 bits, of which we keep the hash. */
export async function issueLink(tx: Queryable, { purpose, userId, email, now, sid }: ForUser) {
  if (REPLACED.includes(purpose)) await endTokens(tx, ofUser(userId), [purpose], now)
  const token = randomToken()
  const expiresAt = new Date(now.getTime() + LIFE_MS[purpose])
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

type ForCode = { purpose: 'code' | 'claim'; owner: CodeOwner; email: string; now: Date }

/** Six digits to type. Six digits have few possibilities, so their hash is keyed: the table alone does not give them away. */
export async function issueCode(tx: Queryable, vault: Vault, { purpose, owner, email, now }: ForCode) {
  await endTokens(tx, owner, [purpose], now)
  const code = String(randomBelow(CODES)).padStart(6, '0')
  const id = newId<string>('tok')
  const expiresAt = new Date(now.getTime() + LIFE_MS[purpose])
  await insertToken(tx, { id, purpose, ...owner, email, tokenHash: await seal(vault, id, code), expiresAt, createdAt: now })
  return { code, expiresAt }
}

/**
 * Takes a typed code. Every try counts, also one whose transaction is refused later,
 * so this runs on the pool; after five the code is dead.
 *
 * @returns the address that the code was mailed to
 * @throws Problem `accounts.code-invalid`
 */
export async function redeemCode(
  db: Database,
  vault: Vault,
  purpose: 'code' | 'claim',
  owner: CodeOwner,
  code: string,
  now: Date,
) {
  const row = await countTry(db, purpose, owner, MOST_TRIES, now)
  const isRight = row !== undefined && isSame(row.tokenHash, await seal(vault, row.id, code))
  // Of two requests with the right code one takes it.
  if (!isRight || !row.email || !(await takeCode(db, row.id, now))) throw new Problem('accounts.code-invalid')
  return row.email
}

const seal = (vault: Vault, id: string, code: string) => vault.sign('code', `${id}:${code}`)

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Without the bias of a remainder: the topmost part of the range that does not fill up is drawn again. */
function randomBelow(limit: number): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn < Math.floor(2 ** 32 / limit) * limit ? drawn % limit : randomBelow(limit)
}
