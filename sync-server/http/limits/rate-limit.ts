import { and, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { rateBuckets } from '#drizzle/schema/index.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { Problem } from '#shared/problem.ts'
import { WIDE, wideBlockOf } from './client-address.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/**
 * How many of a kind are taken in a window. A conference hall shares one
 * address, so limits per identity are strict and limits per address generous. A /48 of IPv6 addresses has ten times those of an address.
 */
const buckets = {
  'login-identifier': { size: 10, windowSeconds: 15 * MINUTE },
  // Of a browser that the account has signed in from: strangers cannot fill it.
  'login-device': { size: 10, windowSeconds: 15 * MINUTE },
  'login-address': { size: 100, windowSeconds: 15 * MINUTE },
  // Passwords of sessions that are verified or hashed: accounts, and with them sessions, cost a client address little.
  'proof-address': { size: 100, windowSeconds: 15 * MINUTE },
  'step-up-session': { size: 10, windowSeconds: 15 * MINUTE },
  // Proofs that were right: each opens a session. A thief without the proof uses up none of them.
  'step-up-account': { size: 20, windowSeconds: HOUR },
  totp: { size: 10, windowSeconds: 15 * MINUTE },
  'totp-day': { size: 30, windowSeconds: DAY },
  'totp-wrong': { size: 5, windowSeconds: DAY },
  'totp-alarm': { size: 1, windowSeconds: DAY },
  'totp-setup': { size: 10, windowSeconds: 15 * MINUTE },
  // Names and picture, by whatever way. Each rename notes a change for everybody whom the account has asked or bought from.
  'rename-account': { size: 60, windowSeconds: HOUR },
  'password-account': { size: 20, windowSeconds: HOUR },
  'register-address': { size: 30, windowSeconds: HOUR },
  'forgot-identifier': { size: 3, windowSeconds: HOUR },
  // Beyond those, strangers may have asked: a link lives for longer than this, so that the owner always has one, or gets one.
  'forgot-again': { size: 1, windowSeconds: 10 * MINUTE },
  'forgot-address': { size: 100, windowSeconds: HOUR },
  'reset-address': { size: 100, windowSeconds: HOUR },
  'code-identifier': { size: 5, windowSeconds: HOUR },
  // Wrong codes for one mailbox, by whoever asked for them: then its codes are too long to be guessed.
  'code-wrong': { size: 50, windowSeconds: WEEK },
  // Each new address is mailed, and so is the account's own, whatever the address is.
  'change-account': { size: 10, windowSeconds: HOUR },
  // Mails that accounts cause to addresses that are not proved.
  'unproved-mail-address': { size: 100, windowSeconds: HOUR },
  // A short window: whoever fills it keeps others at this address from becoming guests, and from buying.
  'guest-address': { size: 1000, windowSeconds: 10 * MINUTE },
  'unasked-mail-identifier': { size: 3, windowSeconds: HOUR },
  'newsletter-address': { size: 100, windowSeconds: HOUR },
  'profile-request-address': { size: 100, windowSeconds: HOUR },
  // Of those, what the team has to look at: a queue that is filled faster than it is read hides the others.
  'profile-wish-address': { size: 20, windowSeconds: HOUR },
  // Of one record, one kind of wish and one client address, so that no stranger keeps others from asking.
  'profile-request-record': { size: 3, windowSeconds: HOUR },
  // Of one record and one kind of wish, whoever asks. The links live for days, so each of these is the owner's as well.
  'profile-mail': { size: 1, windowSeconds: 10 * MINUTE },
  'claim-address': { size: 100, windowSeconds: HOUR },
  'claim-pair': { size: 5, windowSeconds: HOUR },
  // Of one mailbox, whoever asks. An account that proved the mailbox is not counted here.
  'claim-mailbox': { size: 10, windowSeconds: 10 * MINUTE },
  'upload-account': { size: 20, windowSeconds: MINUTE },
  // A picture may cost a second of one core.
  'upload-address': { size: 60, windowSeconds: MINUTE },
  // What is kept: a picture that no record names stays for 90 days.
  'upload-address-hour': { size: 300, windowSeconds: HOUR },
  'help-address': { size: 100, windowSeconds: HOUR },
  'bank-account': { size: 30, windowSeconds: HOUR },
  'intro-address': { size: 600, windowSeconds: HOUR },
  'intro-account': { size: 60, windowSeconds: HOUR },
  'intent-guest': { size: 20, windowSeconds: HOUR },
  'intent-unverified': { size: 20, windowSeconds: HOUR },
  'intent-account': { size: 60, windowSeconds: HOUR },
  'intent-address': { size: 200, windowSeconds: HOUR },
  'confirm-principal': { size: 60, windowSeconds: MINUTE },
  'confirm-order': { size: 30, windowSeconds: MINUTE },
  'confirm-address': { size: 120, windowSeconds: MINUTE },
  'order-look': { size: 2, windowSeconds: 3 },
  // The news of a payment that was made is awaited by no screen. Buyers of many small things must not use up the provider's quota.
  'order-look-paid': { size: 4, windowSeconds: MINUTE },
  // Each move of a call writes to both sides, one of which may be an address that was only typed.
  'move-principal': { size: 30, windowSeconds: HOUR },
  'move-call': { size: 6, windowSeconds: HOUR },
  'move-call-day': { size: 12, windowSeconds: DAY },
  'availability-address': { size: 60, windowSeconds: MINUTE },
  // Each one wakes every device that is online, or is a line of the audit log.
  'public-change-account': { size: 120, windowSeconds: HOUR },
  // Of a project or a listing that is not public: rows, and a poke to the own devices; of a listing that was sold, to its buyers.
  'unlisted-change-account': { size: 240, windowSeconds: HOUR },
  'vote-account': { size: 120, windowSeconds: HOUR },
  'report-address': { size: 100, windowSeconds: HOUR },
  // Views, not calls: each may change the figures of an owner, and each change of private documents leaves a row for a day.
  'visits-address': { size: 1200, windowSeconds: MINUTE },
  'sync-principal': { size: 600, windowSeconds: MINUTE },
  // Mutations, and those they replace: the server keeps a row of each for more than a year.
  'sync-rows': { size: 10_000, windowSeconds: HOUR },
  // Of a guest, before they count against its address: others there can go on sending a little, whatever one of them sends.
  'sync-rows-first': { size: 300, windowSeconds: HOUR },
  // All of those of an address: a thousand guests in ten minutes would have 300,000.
  'sync-rows-first-address': { size: 60_000, windowSeconds: HOUR },
  'sync-rows-address': { size: 60_000, windowSeconds: HOUR },
  // Each is made for its person alone, out of many reads.
  'export-account': { size: 20, windowSeconds: HOUR },
  'download-principal': { size: 60, windowSeconds: HOUR },
} as const satisfies Record<string, { size: number; windowSeconds: number }>

/** Levels are 32-bit integers. */
const MOST = 1_000_000_000

export type Bucket = keyof typeof buckets

/** @throws Problem `too-many-requests` once a bucket is full; any fault of the database refuses as well. An amount of 0 only looks. */
export type RateLimit = (bucket: Bucket, key: string, amount?: number) => Promise<void>

/** What a counter is found by: a keyed hash, because addresses are few enough to try them all. */
export type Keys = Pick<Keyring, 'sign'>

/**
 * Counters in Postgres, so that every node counts together. They run on the pool, because a refused transaction must not give a
 * try back; only what never refuses but by its limit counts within its own.
 *
 * A key that ends in a block of IPv6 addresses is also counted by its wider block, in the same statement. What the narrow one
 * refuses does not count for the wide one: one network does not use up what its neighbours have.
 */
export const createLimit =
  ({ db, scale, keys }: { db: Queryable; scale: number; keys: Keys }): RateLimit =>
  async (bucket, key, amount = 1) => {
    const { size, windowSeconds } = buckets[bucket]
    const mostOf = (times: number) => Math.min(MOST, Math.max(1, Math.floor(size * times * scale)))
    // Stored instants are rounded to milliseconds, so now is rounded as well: a window that ends at this millisecond is over.
    const isOver = sql`b.window_start + make_interval(secs => ${windowSeconds}) <= now()::timestamptz(3)`
    const wait = sql`ceil(extract(epoch from window_start - now()))::int + ${windowSeconds}::int`
    // One statement, so that two requests at once cannot both take the last place.
    const count = (values: SQL, most: number) => sql`
      insert into rate_buckets as b (bucket, key, level, window_start) ${values}
      on conflict (bucket, key) do update set
        level = case when ${isOver} then ${amount}::int when ${amount}::int = 0 then b.level
          else least(b.level, ${most}) + ${amount}::int end,
        window_start = case when ${isOver} then now() else b.window_start end
      returning level > ${most} as refused, ${wait} as wait`
    const rowOf = async (key: string) => sql`select ${bucket}, ${await keys.sign('rate-limit', key)}, ${amount}::int, now()`
    const narrow = count(await rowOf(key), mostOf(1))
    const wideKey = wideBlockOf(key)
    const counted = await db.execute<{ refused: boolean; wait: number }>(
      wideKey === undefined
        ? narrow
        : sql`with narrow as (${narrow}),
            wide as (${count(sql`${await rowOf(wideKey)} from narrow where not narrow.refused`, mostOf(WIDE))})
          select * from narrow union all select * from wide`,
    )
    const refusal = counted.length === 0 ? { wait: windowSeconds } : counted.find(({ refused }) => refused)
    if (refusal) throw new Problem('too-many-requests', undefined, Math.max(1, refusal.wait))
  }

/** Limits that are counted within a transaction: with another connection beside its own it might wait for the pool for ever. */
export type LimitOn = (db: Queryable) => RateLimit

export const limitOn =
  (scale: number, keys: Keys): LimitOn =>
  (db) =>
    createLimit({ db, scale, keys })

/** Whether there is room: for what is left undone in silence, because a refusal would tell a stranger something. */
export const tryConsume = (limit: RateLimit, bucket: Bucket, key: string, amount = 1): Promise<boolean> =>
  limit(bucket, key, amount).then(
    () => true,
    (error) => {
      if (error instanceof Problem && error.code === 'too-many-requests') return false
      throw error
    },
  )

const keptSeconds = ({ windowSeconds }: { windowSeconds: number }) => Math.max(HOUR, windowSeconds)

/** Forgets counters whose window is long over. */
export async function pruneBuckets(db: Database) {
  for (const seconds of new Set(Object.values(buckets).map(keptSeconds))) {
    const kinds = Object.entries(buckets).flatMap(([bucket, kind]) => (keptSeconds(kind) === seconds ? [bucket] : []))
    const isOver = sql`${rateBuckets.windowStart} < now() - make_interval(secs => ${seconds})`
    await deleteInBatches(db, rateBuckets, and(inArray(rateBuckets.bucket, kinds), isOver))
  }
  // Of an earlier release.
  const isUnknown = notInArray(rateBuckets.bucket, Object.keys(buckets))
  await deleteInBatches(db, rateBuckets, and(isUnknown, sql`${rateBuckets.windowStart} < now() - make_interval(secs => ${WEEK})`))
}
