import type { ClientId, PrincipalId } from '#shared/ids.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import { type DirectoryDatabase, SPARE_MS, type SyncPhase } from '#web/db/directory-database.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { StorageTimeoutError, storageSentence } from '#web/db/storage-errors.ts'
import { HttpProblem, Unreachable } from '#web/net/api.ts'
import { applyPrivate } from '#web/sync/engine/pull/apply-private-patch.ts'
import type { PullHeld } from '#web/sync/engine/pull/pull-held.ts'
import { pullPrivate, whoAmI } from '#web/sync/engine/pull/pull-private.ts'
import { pullDirectory } from '#web/sync/engine/pull/pull-public.ts'
import { type Pace, type PushOutcome, push, type SendWaiting } from '#web/sync/engine/push/push.ts'
import type { LoadMutations } from './mutation-registry.ts'
import { StalePrincipalError } from './outbox.ts'
import { Attention, TryAgain } from './sync-errors.ts'
import { ALL_LANES, type Lane, type LaneOutcomes, type SyncCycleResult } from './sync-loop.ts'
import { withWatchdog } from './timeouts.ts'
import { CHUNK_IDLE_TIMEOUT_MS, IDLE_TIMEOUT_MS, isTransientStatus, isUnderstood, type Transport } from './transport.ts'
import { withEviction } from './with-eviction.ts'

export type SyncCycleDeps = {
  transport: Transport
  clientId: ClientId
  directory: DirectoryDatabase
  loadMutations: LoadMutations
  now: () => number
  currentDb: () => PrivateDatabase | undefined
  /** Gives up something less important than contacts; whether there was anything. */
  makeRoom: () => Promise<boolean>
  showPhase: (phase: SyncPhase) => Promise<void>
  /** The cookie names somebody else than this device does: a sign-in whose tab died before it could tell. */
  onOther: (principalId: PrincipalId, asked: PrivateDatabase) => Promise<void>
  /** The server says that the account was deleted, or its session ended on purpose: what it kept here goes. */
  onGone: (asked: PrivateDatabase, code: string, transport: Transport) => Promise<void>
  /** Somebody signed out here, and the server has still to be told. */
  onSignedOut: (transport: Transport) => Promise<void>
  /** Something is sealed for the account that is here: it goes back into the outbox. */
  onSealed: (db: PrivateDatabase, transport: Transport) => Promise<void>
  /** The server does not know the guest that this device is: it goes on as another one, or says what the person can do. */
  onLostGuest: (db: PrivateDatabase, set: PrivateDelta['put'] | undefined) => Promise<void>
  /** Told of each answer to a guest: who they are to the server. */
  onGuest?: (principalId: PrincipalId) => void
  /** How the last round of each lane ended; kept over rounds, because a round may be of one lane alone. */
  troubles: Map<Lane, SyncError>
  /** Kept over rounds as well. */
  pace: Pace
  /** A chunk of its own in a page; a worker is one file. */
  loadFold: () => Promise<(directory: DirectoryDatabase) => Promise<void>>
  /** Likewise: most rounds have nothing to send. */
  loadSendPending: () => Promise<SendWaiting>
  /** Likewise: a first visit holds nothing. */
  loadPullHeld: () => Promise<PullHeld>
}

/** Why a lane is not up to date. */
export type SyncError = {
  phase: SyncPhase
  /** Whether waiting may help. */
  passes: boolean
  /** How long the server asked to wait, in milliseconds. */
  notBeforeMs?: number | undefined
}

/**
 * One round: push, then pull the private lane; beside it the directory, which
 * waits for nobody's words and whose first parts paint the first screen.
 */
export async function runSyncCycle(deps: SyncCycleDeps, lanes: ReadonlySet<Lane>): Promise<LaneOutcomes> {
  const asked = ALL_LANES.filter((lane) => lanes.has(lane))
  const ended = await Promise.allSettled(asked.map((lane) => (lane === 'me' ? syncPrivate(deps) : syncDirectory(deps))))
  const { troubles, transport } = deps
  if (transport.stop.aborted) return new Map(asked.map((lane) => [lane, 'rest']))
  asked.forEach((lane, at) => {
    const end = ended[at]
    if (end?.status === 'rejected') troubles.set(lane, classifyError(end.reason, deps.now()))
    else troubles.delete(lane)
  })
  const standing = ALL_LANES.flatMap((lane) => troubles.get(lane) ?? [])
  const phase = standing.find(({ phase }) => phase.kind !== 'idle')?.phase ?? { kind: 'idle' }
  // What was done is done, whether or not it can be written down how it stands.
  await withWatchdog(transport, IDLE_TIMEOUT_MS, () => deps.showPhase(phase)).catch(() => undefined)
  return new Map(asked.map((lane) => [lane, outcomeOf(troubles.get(lane))]))
}

function outcomeOf(trouble: SyncError | undefined): SyncCycleResult {
  if (!trouble) return 'done'
  return trouble.passes ? { retry: true, notBeforeMs: trouble.notBeforeMs } : 'rest'
}

async function syncPrivate({
  transport,
  clientId,
  directory,
  loadMutations,
  now,
  currentDb,
  makeRoom,
  onOther,
  onGone,
  onSignedOut,
  onSealed,
  onLostGuest,
  onGuest,
  pace,
  loadSendPending,
  loadPullHeld,
}: SyncCycleDeps): Promise<void> {
  const db = currentDb()
  if (!db) return
  let pushed: PushOutcome = { principalId: undefined, results: [] }
  const handOver = (id: PrincipalId) => withWatchdog(transport, IDLE_TIMEOUT_MS, () => onOther(id, db))
  try {
    const { principal, sealed } = await withWatchdog(transport, IDLE_TIMEOUT_MS, () => directory.getMetas('principal', 'sealed'))
    if (principal?.endsSession) await withWatchdog(transport, IDLE_TIMEOUT_MS, onSignedOut)
    if (sealed?.some(({ principal }) => principal === db.principal))
      await withWatchdog(transport, IDLE_TIMEOUT_MS, (own) => onSealed(db, own))
    const keep = (store: () => Promise<void>) => withEviction(makeRoom, store)
    pushed = await withWatchdog(transport, IDLE_TIMEOUT_MS, (own) =>
      push(own, {
        clientId,
        db,
        keep,
        now,
        pace,
        loadSendPending,
        loadOrderingKey: async () => (await loadMutations()).orderingKey,
      }),
    )
    const answer = await withWatchdog(transport, IDLE_TIMEOUT_MS, (own) => pullPrivate(own, db, pushed.principalId, loadPullHeld))
    if (answer.kind === 'other') return await handOver(answer.principalId)
    if (answer.principalId && db.principal === 'guest') onGuest?.(answer.principalId)
    const update = { ...answer, validatedAt: now() }
    await withWatchdog(transport, IDLE_TIMEOUT_MS, () => withEviction(makeRoom, () => applyPrivate(loadMutations, db, update)))
  } catch (error) {
    // Handed over meanwhile: the late reply is dropped, whatever it said.
    if (error instanceof StalePrincipalError || currentDb() !== db) return
    const code = error instanceof HttpProblem ? error.code : undefined
    if (code === 'accounts.deleted' || code === 'session-ended')
      return await withWatchdog(transport, IDLE_TIMEOUT_MS, (own) => onGone(db, code, own))
    if (!(error instanceof HttpProblem) || error.status !== 401 || db.principal !== 'guest') throw error
    const { owner, set } = await whoAmI(transport)
    if (owner?.kind === 'account') return await handOver(owner.id)
    await withWatchdog(transport, IDLE_TIMEOUT_MS, () => onLostGuest(db, set))
    throw new TryAgain('The server knows another guest here.')
  }
  // The server asks to hear of some again; that is a retry, though everything else went well.
  if (pushed.results.some(({ status }) => status === 'retry')) throw new TryAgain('The server will take this later.')
}

async function syncDirectory({ transport, directory, now, showPhase, loadFold }: SyncCycleDeps): Promise<void> {
  const sparing = await withWatchdog(transport, IDLE_TIMEOUT_MS, () => directory.getMeta('sparing'))
  const leftMs = sparing ? sparing.until - now() : 0
  // Much further away than it is ever set: the clock was ahead then.
  const isOver = sparing !== undefined && (leftMs <= 0 || leftMs > 2 * SPARE_MS)
  if (sparing?.what === 'directory' && !isOver) throw new Attention(SPARING)
  const show = (done: number, total: number) => void showPhase({ kind: 'syncing', done, total })
  await withWatchdog(transport, CHUNK_IDLE_TIMEOUT_MS, (own) => pullDirectory(own, directory, show, isOver))
  if (isOver) await withWatchdog(transport, IDLE_TIMEOUT_MS, () => directory.meta.delete('sparing'))
  await withWatchdog(transport, CHUNK_IDLE_TIMEOUT_MS, () => foldWhenMany(directory, loadFold))
}

/** More changes than this lying over the parts slow every start down. */
const COMPACTION_THRESHOLD = 1000

/** Few devices ever have so many, so the first visit does without the code for it. */
async function foldWhenMany(directory: DirectoryDatabase, loadFold: SyncCycleDeps['loadFold']) {
  if ((await directory.rows.count()) <= COMPACTION_THRESHOLD) return
  const foldOverlay = await loadFold()
  await foldOverlay(directory)
}

/** The directory was given up so that contacts and words fit. */
const SPARING = 'This device is full. The directory was removed to keep your contacts; it comes back when there is room.'

/** What an error of a round means to the person. Whoever was not reached says nothing about anybody. */
function classifyError(error: unknown, now: number): SyncError {
  if (error instanceof TryAgain) return { phase: { kind: 'idle' }, passes: true }
  if (error instanceof Attention) return { phase: { kind: 'attention', message: error.message }, passes: false }
  if (error instanceof StorageTimeoutError) return { phase: { kind: 'attention', message: error.message }, passes: true }
  if (error instanceof HttpProblem && error.problem && error.status === 429) {
    return { phase: { kind: 'connecting' }, passes: true, notBeforeMs: error.retryAfterMs }
  }
  if (error instanceof HttpProblem && error.problem && !isTransientStatus(error.status)) {
    if (error.status === 401) return { phase: { kind: 'sign-in' }, passes: false }
    const { code, message } = error.problem
    // A page that is too old cannot help itself. Any other refusal of a request may be the operator's fault, and end.
    return { phase: { kind: 'attention', message, code }, passes: error.status !== 426 && !isUnderstood(error) }
  }
  if (error instanceof HttpProblem || error instanceof Unreachable) {
    return { phase: { kind: 'offline', since: new Date(now).toISOString() }, passes: true }
  }
  return { phase: { kind: 'attention', message: storageSentence(error) ?? String(error) }, passes: false }
}
