import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { mailReports, mailSuppressions, suppressionKinds, users } from '#drizzle/schema/index.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'

export type SuppressionKind = (typeof suppressionKinds)[number]
export type AddressKeys = Pick<Keyring, 'sign'>

/** What `users` stores of a suppression, for the devices of the account. */
type MailStop = { mailStop: SuppressionKind | null; mailStoppedAt: Date | null }

/** Identifies an address without revealing it. */
export const addressKeyOf = (keys: AddressKeys, email: string) => keys.sign('mail-address', email.toLowerCase())

async function findActive(db: Queryable, addressKey: string) {
  const [row] = await db
    .select()
    .from(mailSuppressions)
    .where(and(eq(mailSuppressions.addressKey, addressKey), isNull(mailSuppressions.liftedAt)))
  return row
}

/** Why and since when an address gets security mails only, if it does. */
export const findStop = async (db: Queryable, keys: AddressKeys, email: string) => findActive(db, await addressKeyOf(keys, email))

type Suppressing = {
  email: string
  kind: SuppressionKind
  /** The mail that came back or was reported, and when it was sent. */
  mail?: { id: string; sentAt: Date }
}

/**
 * Suppresses an address. A complaint or a suppression by hand replaces a hard bounce, and not the reverse: only the bounce ends
 * with a new confirmation of the address. A report about a mail that was sent before the last suppression was lifted has no effect.
 */
export async function suppress(tx: Transaction, keys: AddressKeys, { email, kind, mail }: Suppressing) {
  await lockOwner(tx, email)
  const row = { addressKey: await addressKeyOf(keys, email), kind, mailId: mail?.id ?? null }
  const isLater = mail && sql`${mailSuppressions.liftedAt} < ${mail.sentAt.toISOString()}::timestamptz`
  const isStronger = kind === 'hard-bounce' ? sql`false` : eq(mailSuppressions.kind, 'hard-bounce')
  await tx
    .insert(mailSuppressions)
    .values(row)
    .onConflictDoUpdate({
      target: mailSuppressions.addressKey,
      set: { ...row, since: sql`now()`, liftedAt: null },
      setWhere: or(
        and(isNull(mailSuppressions.liftedAt), isStronger),
        mail ? isLater : sql`${mailSuppressions.liftedAt} is not null`,
      ),
    })
  await writeStop(tx, keys, email)
}

/** Ends suppressions of an address of these kinds. @returns what its account stores from now on, where it has verified the address */
export async function lift(tx: Transaction, keys: AddressKeys, email: string, kinds: SuppressionKind[]): Promise<MailStop> {
  const addressKey = await addressKeyOf(keys, email)
  const active = await findActive(tx, addressKey)
  if (!active) return NONE
  if (!kinds.includes(active.kind)) return { mailStop: active.kind, mailStoppedAt: active.since }
  await tx.update(mailSuppressions).set({ liftedAt: sql`now()` }).where(eq(mailSuppressions.addressKey, addressKey))
  return NONE
}

const NONE: MailStop = { mailStop: null, mailStoppedAt: null }

/**
 * A secret that was mailed to the address came back from its reader: mails arrive there. Called in the transaction that accepts the
 * secret, with the account locked.
 */
export const noteArrival = (tx: Transaction, keys: AddressKeys, email: string): Promise<MailStop> =>
  lift(tx, keys, email, ['hard-bounce'])

/** An operator ends a suppression of any kind. */
export async function release(tx: Transaction, keys: AddressKeys, email: string) {
  await lockOwner(tx, email)
  await lift(tx, keys, email, [...suppressionKinds])
  await writeStop(tx, keys, email)
}

/** The same for a code that was typed, with the account that has the address. */
export async function noteCode(tx: Transaction, keys: AddressKeys, email: string) {
  await lockOwner(tx, email)
  await noteArrival(tx, keys, email)
  await writeStop(tx, keys, email)
}

/**
 * What a new account with this address stores. It learns that mails come back, which its owner must know to correct the address. Only
 * the owner of the mailbox learns that a mail was reported as spam.
 */
export async function stopOfUnverified(tx: Queryable, keys: AddressKeys, email: string): Promise<MailStop> {
  const active = await findActive(tx, await addressKeyOf(keys, email))
  return active?.kind === 'hard-bounce' ? { mailStop: active.kind, mailStoppedAt: active.since } : NONE
}

/** The account before its suppression: every transaction that changes both locks them in this order. */
const lockOwner = (tx: Transaction, email: string) =>
  tx.select({ id: users.id }).from(users).where(isAddress(email)).for('no key update')

const isAddress = (email: string) => eq(sql`lower(${users.email})`, email.toLowerCase())

/** Copies the suppression of an address to the account that has it: its devices are notified by the triggers of `users`. */
async function writeStop(tx: Transaction, keys: AddressKeys, email: string) {
  const active = await findActive(tx, await addressKeyOf(keys, email))
  const stop = active ? { mailStop: active.kind, mailStoppedAt: active.since } : NONE
  const mayKnow = active && active.kind !== 'hard-bounce' ? sql`${users.emailVerifiedAt} is not null` : undefined
  await tx
    .update(users)
    .set(stop)
    .where(and(isAddress(email), mayKnow))
}

/** The keys of all suppressed addresses, for a list that is sent elsewhere. */
export async function listSuppressedKeys(db: Queryable): Promise<Set<string>> {
  const { addressKey, liftedAt } = mailSuppressions
  return new Set((await db.select({ addressKey }).from(mailSuppressions).where(isNull(liftedAt))).map((row) => row.addressKey))
}

/** The suppression of an address and the reports behind it, for its owner. */
export async function listDeliveryProblems(db: Queryable, keys: AddressKeys, email: string) {
  const addressKey = await addressKeyOf(keys, email)
  const [suppressions, reports] = [
    await db.select().from(mailSuppressions).where(eq(mailSuppressions.addressKey, addressKey)),
    await db.select().from(mailReports).where(eq(mailReports.addressKey, addressKey)),
  ]
  return {
    mailSuppressions: suppressions.map(({ addressKey: _, ...row }) => row),
    mailReports: reports.map(({ addressKey: _, ...row }) => row),
  }
}

/**
 * Deletes what is known about the deliveries to an erased account. A complaint and a suppression by hand stay, as a keyed hash: the
 * person asked for no mails, and may still be a guest.
 */
export async function forgetDeliveries(tx: Transaction, keys: AddressKeys, email: string) {
  const addressKey = await addressKeyOf(keys, email)
  await tx.delete(mailReports).where(eq(mailReports.addressKey, addressKey))
  const isBounce = or(eq(mailSuppressions.kind, 'hard-bounce'), sql`${mailSuppressions.liftedAt} is not null`)
  await tx.delete(mailSuppressions).where(and(eq(mailSuppressions.addressKey, addressKey), isBounce))
}

/** Deletes reports and lifted suppressions that no report about a kept mail can concern. */
export async function pruneSuppressions(db: Queryable) {
  const monthAgo = sql`now() - interval '31 days'`
  await deleteInBatches(db, mailReports, lt(mailReports.createdAt, monthAgo))
  await deleteInBatches(db, mailSuppressions, lt(mailSuppressions.liftedAt, monthAgo))
}
