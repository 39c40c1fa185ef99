import { and, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { rateLimits } from '#drizzle/schema/index.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { Problem } from '#shared/problem.ts'
import { WIDE, wideBlockOf } from './client-address.ts'
import type { OfferedProof } from './proof/offered-proof.ts'
import { ProofNeeded } from './proof/proof-needed.ts'
import { PROOF_SECONDS, type Proofs } from './proof/proofs.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/**
 * `provenSize`: the size for requests with a proof of work, see `proof/proofs.ts`. Only limits have one that strangers at one
 * address share in front of a public form. A proof shows work and not who someone is, so it never passes a limit that protects a
 * password, a code, a mailbox or the provider's quota.
 */
type BucketKind = { size: number; windowSeconds: number; provenSize?: number }

/**
 * Size and window of each rate limit. A conference hall shares one address, so limits per identity are strict and limits per
 * address generous. A /48 of IPv6 addresses has ten times the size of an address.
 */
const buckets = {
  'login-identifier': { size: 10, windowSeconds: 15 * MINUTE },
  // Per browser that the account has signed in from: a stranger cannot exhaust it.
  'login-device': { size: 10, windowSeconds: 15 * MINUTE },
  'login-address': { size: 100, provenSize: 400, windowSeconds: 15 * MINUTE },
  // Passwords verified or hashed within sessions: accounts, and with them sessions, cost a client address little.
  'proof-address': { size: 100, windowSeconds: 15 * MINUTE },
  'step-up-session': { size: 10, windowSeconds: 15 * MINUTE },
  // Successful proofs: each opens a session. An attacker without the proof consumes none of them.
  'step-up-account': { size: 20, windowSeconds: HOUR },
  totp: { size: 10, windowSeconds: 15 * MINUTE },
  'totp-day': { size: 30, windowSeconds: DAY },
  'totp-wrong': { size: 5, windowSeconds: DAY },
  'totp-alarm': { size: 1, windowSeconds: DAY },
  'totp-setup': { size: 10, windowSeconds: 15 * MINUTE },
  // Changes of name and picture, on all paths. Each rename writes a change for every account that this one has sent a request to
  // or bought from.
  'rename-account': { size: 60, windowSeconds: HOUR },
  'password-account': { size: 20, windowSeconds: HOUR },
  'register-address': { size: 30, provenSize: 120, windowSeconds: HOUR },
  'forgot-identifier': { size: 3, windowSeconds: HOUR },
  // Beyond those, the requests may come from strangers. A link is valid for longer than this window, so the owner always has one,
  // or gets one.
  'forgot-again': { size: 1, windowSeconds: 10 * MINUTE },
  'forgot-address': { size: 100, provenSize: 400, windowSeconds: HOUR },
  'reset-address': { size: 100, provenSize: 400, windowSeconds: HOUR },
  'code-identifier': { size: 5, windowSeconds: HOUR },
  // Wrong codes for one mailbox, independent of who requested them. Beyond this, the codes for it are too long to be guessed.
  'code-wrong': { size: 50, windowSeconds: WEEK },
  // Each new address gets a mail, and so does the account's current address, independent of the new one.
  'change-account': { size: 10, windowSeconds: HOUR },
  // Mails that accounts cause to unverified addresses.
  'unproved-mail-address': { size: 100, windowSeconds: HOUR },
  // A short window: a client that fills it prevents others at this address from becoming guests and from buying.
  'guest-address': { size: 1000, provenSize: 3000, windowSeconds: 10 * MINUTE },
  'unasked-mail-identifier': { size: 3, windowSeconds: HOUR },
  'newsletter-address': { size: 100, provenSize: 400, windowSeconds: HOUR },
  'profile-request-address': { size: 100, provenSize: 400, windowSeconds: HOUR },
  // Of those, the requests that an admin must review: a queue that grows faster than it is read hides the others.
  'profile-wish-address': { size: 20, provenSize: 40, windowSeconds: HOUR },
  // Per record, kind of request and client address, so that a stranger cannot prevent others from making requests.
  'profile-request-record': { size: 3, windowSeconds: HOUR },
  // Per record and kind of request, independent of the client. The links are valid for days, and each also serves the owner.
  'profile-mail': { size: 1, windowSeconds: 10 * MINUTE },
  'claim-address': { size: 100, provenSize: 400, windowSeconds: HOUR },
  'claim-pair': { size: 5, windowSeconds: HOUR },
  // Per mailbox, independent of the client. An account that verified the mailbox is not counted here.
  'claim-mailbox': { size: 10, windowSeconds: 10 * MINUTE },
  'upload-account': { size: 20, windowSeconds: MINUTE },
  // A queue of photos that waited for a connection.
  'photo-account': { size: 40, windowSeconds: MINUTE },
  // Processing a picture may cost a second of one core.
  'upload-address': { size: 60, windowSeconds: MINUTE },
  // Limits stored pictures: one that no record references is kept for 90 days.
  'upload-address-hour': { size: 300, windowSeconds: HOUR },
  'help-address': { size: 100, provenSize: 400, windowSeconds: HOUR },
  'bank-account': { size: 30, windowSeconds: HOUR },
  'intro-address': { size: 600, windowSeconds: HOUR },
  'intro-account': { size: 60, windowSeconds: HOUR },
  'intent-guest': { size: 20, windowSeconds: HOUR },
  'intent-unverified': { size: 20, windowSeconds: HOUR },
  'intent-account': { size: 60, windowSeconds: HOUR },
  'intent-address': { size: 200, provenSize: 600, windowSeconds: HOUR },
  'confirm-principal': { size: 60, windowSeconds: MINUTE },
  'confirm-order': { size: 30, windowSeconds: MINUTE },
  'confirm-address': { size: 120, windowSeconds: MINUTE },
  'order-look': { size: 2, windowSeconds: 3 },
  // No screen waits for updates of an order that is paid. Buyers of many small items must not use up the provider's quota.
  'order-look-paid': { size: 4, windowSeconds: MINUTE },
  // Each reschedule of a call sends mail to both sides, one of which may be an unverified address.
  'move-principal': { size: 30, windowSeconds: HOUR },
  'move-call': { size: 6, windowSeconds: HOUR },
  'move-call-day': { size: 12, windowSeconds: DAY },
  // Each proposal of another time, and each answer, sends at least one mail.
  'proposal-principal': { size: 30, windowSeconds: HOUR },
  'proposal-call': { size: 6, windowSeconds: HOUR },
  'proposal-call-day': { size: 12, windowSeconds: DAY },
  'availability-address': { size: 60, windowSeconds: MINUTE },
  // Each one wakes every device that is online, or adds a row to the audit log.
  'public-change-account': { size: 120, windowSeconds: HOUR },
  // Each one asks a server on the Internet, several times.
  'calendar-account': { size: 60, windowSeconds: HOUR },
  // For a project or listing that is not public: rows, and a poke to the account's devices; for a listing that was sold, also to
  // its buyers.
  'unlisted-change-account': { size: 240, windowSeconds: HOUR },
  'vote-account': { size: 120, windowSeconds: HOUR },
  'report-address': { size: 100, provenSize: 200, windowSeconds: HOUR },
  // Counts views, not calls: each may change the figures of an owner, and each change of private documents leaves a row for a
  // day.
  'visits-address': { size: 1200, windowSeconds: MINUTE },
  // A page sends ten at most.
  'client-errors-address': { size: 60, windowSeconds: HOUR },
  // Of all clients: a faulty release must not occupy the database with its reports.
  'client-errors': { size: 6000, windowSeconds: HOUR },
  // A search for each pause of a writer, and a page for each screen that is scrolled.
  'directory-search-address': { size: 1200, windowSeconds: MINUTE },
  'sync-principal': { size: 600, windowSeconds: MINUTE },
  // Mutations, and those they replace: the server keeps a row for each for more than a year.
  'sync-rows': { size: 10_000, windowSeconds: HOUR },
  // Per guest, before they count against its address: other guests there can still send a few, independent of one that floods.
  'sync-rows-first': { size: 300, windowSeconds: HOUR },
  // The sum of these over an address: otherwise a thousand guests in ten minutes could send 300,000.
  'sync-rows-first-address': { size: 60_000, windowSeconds: HOUR },
  'sync-rows-address': { size: 60_000, windowSeconds: HOUR },
  'push-account': { size: 60, windowSeconds: HOUR },
  // Each export is produced for one account from many reads.
  'export-account': { size: 20, windowSeconds: HOUR },
  'download-principal': { size: 60, windowSeconds: HOUR },
  // A challenge that was used, on any node. It is kept for longer than the challenge is valid.
  'proof-used': { size: 1, windowSeconds: 2 * PROOF_SECONDS },
} as const satisfies Record<string, BucketKind>

/** Levels are 32-bit integers. */
const MOST = 1_000_000_000

export type Bucket = keyof typeof buckets

/**
 * An amount of 0 only checks.
 *
 * @param proof  of the request, where the bucket has a size for proofs
 * @throws Problem `too-many-requests` once a bucket is full, `limits.proof-needed` where a proof passes it; a database fault also
 *   throws
 */
export type RateLimit = (bucket: Bucket, key: string, amount?: number, proof?: OfferedProof) => Promise<void>

/** Signs the key of a counter: a keyed hash, because the address space is small enough to enumerate. */
export type Keys = Pick<Keyring, 'sign'>

/**
 * Counters in Postgres, shared by all nodes. They run on the pool, because a refused transaction must not undo an attempt. Only
 * calls that nothing but their limit refuses may count within their own transaction.
 *
 * A key that ends in a block of IPv6 addresses is also counted by its wider block, in the same statement. An attempt that the
 * narrow block refuses is not counted for the wide one: one network does not consume the limit of its neighbours.
 */
export const createLimit = ({ db, scale, keys, proofs }: LimitDeps): RateLimit => {
  const count = async (bucket: Bucket, key: string, amount: number, sizeOf: (kind: BucketKind) => number) => {
    const { windowSeconds } = buckets[bucket]
    const mostOf = (times: number) => scaled(sizeOf(buckets[bucket]) * times, scale)
    // Stored instants are rounded to milliseconds, so now is rounded as well: a window that ends at the current millisecond is
    // over.
    const isOver = sql`b.window_start + make_interval(secs => ${windowSeconds}) <= now()::timestamptz(3)`
    const wait = sql`ceil(extract(epoch from window_start - now()))::int + ${windowSeconds}::int`
    // One statement, so that two concurrent requests cannot both take the last slot. An attempt that is refused counts one at most, and
    // changes nothing of what proofs have counted beyond the size.
    const countIn = (values: SQL, most: number, times: number) => sql`
      insert into rate_limits as b (bucket, key, level, window_start) ${values}
      on conflict (bucket, key) do update set
        level = case when ${isOver} then ${amount}::int when ${amount}::int = 0 then b.level
          else greatest(b.level, least(b.level + ${amount}::int, ${most}::int + 1)) end,
        window_start = case when ${isOver} then now() else b.window_start end
      returning level > ${most} as refused, level, ${times}::int as times, ${wait} as wait`
    const rowOf = async (key: string) => sql`select ${bucket}, ${await keys.sign('rate-limit', key)}, ${amount}::int, now()`
    const narrow = countIn(await rowOf(key), mostOf(1), 1)
    const wideKey = wideBlockOf(key)
    const counted = await db.execute<{ refused: boolean; level: number; times: number; wait: number }>(
      wideKey === undefined
        ? narrow
        : sql`with narrow as (${narrow}),
            wide as (${countIn(sql`${await rowOf(wideKey)} from narrow where not narrow.refused`, mostOf(WIDE), WIDE)})
          select * from narrow union all select * from wide`,
    )
    if (counted.length === 0) return { level: MOST, times: 1, wait: windowSeconds }
    const refusal = counted.find(({ refused }) => refused)
    return refusal && { ...refusal, wait: Math.max(1, refusal.wait) }
  }
  return async (bucket, key, amount = 1, proof) => {
    const full = await count(bucket, key, amount, ({ size }) => size)
    if (!full) return
    const { size, provenSize }: BucketKind = buckets[bucket]
    const refused = new Problem('too-many-requests', undefined, full.wait)
    if (!proofs || !proof || provenSize === undefined) throw refused
    const [from, to] = [scaled(size * full.times, scale), scaled(provenSize * full.times, scale)]
    // No challenge is given that would be of no use.
    if (full.level >= to) throw refused
    const use = (signature: string) => tryConsume(createLimit({ db, scale: 1, keys }), 'proof-used', signature)
    if (!(await proofs.isSolved(proof, use))) {
      throw new ProofNeeded(await proofs.give(proof, (full.level - from) / (to - from)), full.wait)
    }
    const isFull = await count(bucket, key, amount, ({ size, provenSize = size }) => provenSize)
    if (isFull) throw new Problem('too-many-requests', undefined, isFull.wait)
  }
}

type LimitDeps = {
  db: Queryable
  scale: number
  keys: Keys
  /** Without it no limit is passed by a proof. */
  proofs?: Proofs | undefined
}

const scaled = (size: number, scale: number) => Math.min(MOST, Math.max(1, Math.floor(size * scale)))

/**
 * Limits that are counted within a transaction: a second connection beside the transaction's own could wait for the pool
 * indefinitely.
 */
export type LimitOn = (db: Queryable) => RateLimit

export const limitOn =
  (deps: Omit<LimitDeps, 'db'>): LimitOn =>
  (db) =>
    createLimit({ ...deps, db })

/**
 * Whether the limit has capacity left: for effects that are skipped silently, because a refusal would reveal something to a
 * stranger.
 */
export const tryConsume = (limit: RateLimit, bucket: Bucket, key: string, amount = 1): Promise<boolean> =>
  limit(bucket, key, amount).then(
    () => true,
    (error) => {
      if (error instanceof Problem && error.code === 'too-many-requests') return false
      throw error
    },
  )

const keptSeconds = ({ windowSeconds }: { windowSeconds: number }) => Math.max(HOUR, windowSeconds)

/** Deletes counters whose window ended long ago. */
export async function pruneBuckets(db: Database) {
  for (const seconds of new Set(Object.values(buckets).map(keptSeconds))) {
    const kinds = Object.entries(buckets).flatMap(([bucket, kind]) => (keptSeconds(kind) === seconds ? [bucket] : []))
    const isOver = sql`${rateLimits.windowStart} < now() - make_interval(secs => ${seconds})`
    await deleteInBatches(db, rateLimits, and(inArray(rateLimits.bucket, kinds), isOver))
  }
  // Buckets of an earlier release.
  const isUnknown = notInArray(rateLimits.bucket, Object.keys(buckets))
  await deleteInBatches(db, rateLimits, and(isUnknown, sql`${rateLimits.windowStart} < now() - make_interval(secs => ${WEEK})`))
}
