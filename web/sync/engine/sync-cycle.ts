import type { ClientId, PrincipalId } from '#shared/ids.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import { type DirectoryDatabase, EVICTION_MS, type SyncPhase } from '#web/db/directory-database.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { StorageTimeoutError, storageSentence } from '#web/db/storage-errors.ts'
import { HttpProblem, Unreachable } from '#web/net/api.ts'
import { applyPrivate } from '#web/sync/engine/pull/apply-private-patch.ts'
import type { PullDifferences } from '#web/sync/engine/pull/pull-differences.ts'
import { pullPrivate, whoAmI } from '#web/sync/engine/pull/pull-private.ts'
import { pullPublic } from '#web/sync/engine/pull/pull-public.ts'
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
  /** Evicts something less important than contacts; resolves with whether there was anything. */
  makeRoom: () => Promise<boolean>
  showPhase: (phase: SyncPhase) => Promise<void>
  /** Another tab has switched the principal, and this tab has not been notified yet: it follows. Resolves with whether it has. */
  hasSwitched: (db: PrivateDatabase) => Promise<boolean>
  /** The cookie belongs to another principal than this device: the tab of a sign-in closed before it could store the switch. */
  onOther: (principalId: PrincipalId, db: PrivateDatabase) => Promise<void>
  /**
   * The server reports that the account was deleted, or that its session was ended deliberately: its data on this device is
   * deleted.
   */
  onGone: (db: PrivateDatabase, code: string, transport: Transport) => Promise<void>
  /** A sign-out on this device has not reached the server yet. */
  onSignedOut: (transport: Transport) => Promise<void>
  /** There is a sealed batch for the current account: it is moved back into the outbox. */
  onSealed: (db: PrivateDatabase, transport: Transport) => Promise<void>
  /** The server does not know the guest of this device: continue as a new guest, or report what the user can do. */
  onLostGuest: (db: PrivateDatabase, set: PrivateDelta['put'] | undefined) => Promise<void>
  /** Called with the server's principal id after each response to a guest. */
  onGuest?: (principalId: PrincipalId) => void
  /** Called when a lane has ended in this cycle: the other one may take much longer. */
  onLaneEnd?: (lane: Lane) => void
  /** Errors of the last cycle of each lane; kept across cycles, because a cycle may run only one lane. */
  troubles: Map<Lane, SyncError>
  /** Also kept across cycles. */
  pace: Pace
  /** A separate bundle chunk in a page; a worker is a single file. */
  loadCompaction: () => Promise<(directory: DirectoryDatabase) => Promise<void>>
  /** Likewise: most cycles have nothing to send. */
  loadSendPending: () => Promise<SendWaiting>
  /** Likewise: a first visit has no documents. */
  loadPullDifferences: () => Promise<PullDifferences>
}

/** Why a lane is not up to date. */
export type SyncError = {
  phase: SyncPhase
  /** Whether waiting may help. */
  passes: boolean
  /** The delay that the server asked for, in milliseconds. */
  notBeforeMs?: number | undefined
}

/**
 * One sync cycle: push, then pull the private lane. In parallel it pulls the public directory, which does not depend on the push
 * and whose first chunks render the first screen.
 */
export async function runSyncCycle(deps: SyncCycleDeps, lanes: ReadonlySet<Lane>): Promise<LaneOutcomes> {
  const { troubles, transport } = deps
  const requested = ALL_LANES.filter((lane) => lanes.has(lane))
  const phase = () => {
    const errors = ALL_LANES.flatMap((lane) => troubles.get(lane) ?? [])
    return errors.find(({ phase }) => phase.kind !== 'idle')?.phase ?? ({ kind: 'idle' } as const)
  }
  const runLane = async (lane: Lane) => {
    try {
      await (lane === 'me' ? syncPrivate(deps) : syncDirectory(deps))
      if (!transport.stop.aborted) troubles.delete(lane)
    } catch (error) {
      if (transport.stop.aborted) return
      troubles.set(lane, classifyError(error, deps.now()))
      // The other lane may take much longer, and cannot change that this one failed.
      if (phase().kind !== 'idle') void deps.showPhase(phase())
    } finally {
      deps.onLaneEnd?.(lane)
    }
  }
  await Promise.allSettled(requested.map(runLane))
  if (transport.stop.aborted) return new Map(requested.map((lane) => [lane, 'rest']))
  // The work is done, whether or not the phase can be stored.
  await withWatchdog(transport, IDLE_TIMEOUT_MS, () => deps.showPhase(phase())).catch(() => undefined)
  return new Map(requested.map((lane) => [lane, resultOf(troubles.get(lane))]))
}

function resultOf(trouble: SyncError | undefined): SyncCycleResult {
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
  hasSwitched,
  onOther,
  onGone,
  onSignedOut,
  onSealed,
  onLostGuest,
  onGuest,
  pace,
  loadSendPending,
  loadPullDifferences,
}: SyncCycleDeps): Promise<void> {
  const db = currentDb()
  if (!db) return
  let pushed: PushOutcome = { principalId: undefined, results: [] }
  const adoptOther = (id: PrincipalId) => withWatchdog(transport, IDLE_TIMEOUT_MS, () => onOther(id, db))
  try {
    const { principal, sealed } = await withWatchdog(transport, IDLE_TIMEOUT_MS, () => directory.getMetas('principal', 'sealed'))
    if (principal && principal.life !== db.life) throw new StalePrincipalError()
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
        loadOrderingKeys: async () => (await loadMutations()).orderingKeys,
      }),
    )
    const answer = await withWatchdog(transport, IDLE_TIMEOUT_MS, (own) =>
      pullPrivate(own, db, pushed.principalId, loadPullDifferences),
    )
    if (answer.kind === 'other') return await adoptOther(answer.principalId)
    if (answer.principalId && db.principal === 'guest') onGuest?.(answer.principalId)
    const update = { ...answer, validatedAt: now() }
    await withWatchdog(transport, IDLE_TIMEOUT_MS, () => withEviction(makeRoom, () => applyPrivate(loadMutations, db, update)))
  } catch (error) {
    // The principal was switched since, here or in another tab: the late reply is dropped, including its errors.
    if (currentDb() !== db || (await withWatchdog(transport, IDLE_TIMEOUT_MS, () => hasSwitched(db)))) return
    if (error instanceof StalePrincipalError) return
    const code = error instanceof HttpProblem ? error.code : undefined
    if (code === 'accounts.deleted' || code === 'session-ended')
      return await withWatchdog(transport, IDLE_TIMEOUT_MS, (own) => onGone(db, code, own))
    if (!(error instanceof HttpProblem) || error.status !== 401 || db.principal !== 'guest') throw error
    const { owner, set } = await whoAmI(transport)
    if (owner?.kind === 'account') return await adoptOther(owner.id)
    await withWatchdog(transport, IDLE_TIMEOUT_MS, () => onLostGuest(db, set))
    throw new TryAgain('The server has another guest for this browser.')
  }
  // The server asked to retry some mutations; that makes the cycle a retry, even though everything else succeeded.
  if (pushed.results.some(({ status }) => status === 'retry')) throw new TryAgain('The server deferred a mutation.')
}

async function syncDirectory({ transport, directory, now, showPhase, loadCompaction }: SyncCycleDeps): Promise<void> {
  const eviction = await withWatchdog(transport, IDLE_TIMEOUT_MS, () => directory.getMeta('sparing'))
  const leftMs = eviction ? eviction.until - now() : 0
  // Much further in the future than it is ever set: the clock was ahead when it was stored.
  const isOver = eviction !== undefined && (leftMs <= 0 || leftMs > 2 * EVICTION_MS)
  if (eviction?.what === 'directory' && !isOver) throw new Attention(EVICTED_MESSAGE)
  const show = (done: number, total: number) => void showPhase({ kind: 'syncing', done, total })
  await withWatchdog(transport, CHUNK_IDLE_TIMEOUT_MS, (own) => pullPublic(own, directory, show, isOver))
  if (isOver) await withWatchdog(transport, IDLE_TIMEOUT_MS, () => directory.meta.delete('sparing'))
  await withWatchdog(transport, CHUNK_IDLE_TIMEOUT_MS, () => compactWhenLarge(directory, loadCompaction))
}

/** More overlay rows than this slow down every start. */
const COMPACTION_THRESHOLD = 1000

/** Few devices ever reach the threshold, so a first visit does not load this code. */
async function compactWhenLarge(directory: DirectoryDatabase, loadCompaction: SyncCycleDeps['loadCompaction']) {
  if ((await directory.rows.count()) <= COMPACTION_THRESHOLD) return
  const compactOverlay = await loadCompaction()
  await compactOverlay(directory)
}

/** Shown when the directory was evicted to make room for contacts and unsent changes. */
const EVICTED_MESSAGE = 'This device is full. We removed the directory to keep your contacts. It returns when there is space.'

/** Maps an error of a cycle to the phase that the user sees. An unreachable server proves nothing about the account. */
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
    // A page that is too old cannot recover by itself. Any other refusal of a request may be the operator's fault, and may end.
    return { phase: { kind: 'attention', message, code }, passes: error.status !== 426 && !isUnderstood(error) }
  }
  if (error instanceof HttpProblem || error instanceof Unreachable) {
    return { phase: { kind: 'offline', since: new Date(now).toISOString() }, passes: true }
  }
  return { phase: { kind: 'attention', message: storageSentence(error) ?? String(error) }, passes: false }
}
