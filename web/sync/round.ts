import type { ClientId, PrincipalId } from '#shared/ids.ts'
import type { DirectoryDatabase, SyncPhase } from '#web/db/directory-database.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { Overdue, storageSentence } from '#web/db/storage-fault.ts'
import { HttpProblem, Unreachable } from '#web/net/api.ts'
import { applyPrivate, applyResults } from './apply-private.ts'
import type { LoadCommands } from './commands.ts'
import { inTime } from './deadline.ts'
import { endSession } from './end-session.ts'
import { foldOverlay } from './fold.ts'
import type { Lane, RoundOutcome } from './loop.ts'
import { PrincipalLeft } from './outbox.ts'
import { pullDirectory } from './pull-directory.ts'
import { pullPrivate, whoAmI } from './pull-private.ts'
import { type PushOutcome, push } from './push.ts'
import { isPassing, PART_SILENCE_MS, SILENCE_MS, type Wire } from './wire.ts'
import { withRoom } from './with-room.ts'

export type RoundDeps = {
  wire: Wire
  clientId: ClientId
  directory: DirectoryDatabase
  loadCommands: LoadCommands
  now: () => number
  currentDb: () => PrivateDatabase | undefined
  /** Gives up something less important than contacts; whether there was anything. */
  makeRoom: () => Promise<boolean>
  showPhase: (phase: SyncPhase) => Promise<void>
  /** The cookie names somebody else than this device does: a sign-in whose tab died before it could tell. */
  onOther: (principalId: PrincipalId, asked: PrivateDatabase) => Promise<void>
  /** The server says that the account was deleted: what it kept here goes. */
  onDeleted: (asked: PrivateDatabase) => Promise<void>
  /** Told of each answer to a guest: who they are to the server. */
  onGuest?: (principalId: PrincipalId) => void
}

/**
 * One round: push, then pull the private lane; beside it the directory, which
 * waits for nobody's words and whose first parts paint the first screen.
 */
export async function runRound(deps: RoundDeps, lanes: ReadonlySet<Lane>): Promise<RoundOutcome> {
  const outcomes = await Promise.allSettled([
    lanes.has('me') ? syncPrivate(deps) : undefined,
    lanes.has('directory') ? syncDirectory(deps) : undefined,
  ])
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  if (deps.wire.stop.aborted) return 'rest'
  const troubles = errors.map((error) => troubleOf(error, deps.now()))
  const phase = troubles.find(({ phase }) => phase.kind !== 'idle')?.phase ?? { kind: 'idle' }
  // What was done is done, whether or not it can be written down how it stands.
  await inTime(deps.wire, SILENCE_MS, () => deps.showPhase(phase)).catch(() => undefined)
  if (troubles.some(({ passes }) => passes)) return 'retry'
  return troubles.length > 0 ? 'rest' : 'done'
}

async function syncPrivate({
  wire,
  clientId,
  directory,
  loadCommands,
  now,
  currentDb,
  makeRoom,
  onOther,
  onDeleted,
  onGuest,
}: RoundDeps): Promise<void> {
  const db = currentDb()
  if (!db) return
  let pushed: PushOutcome = { principalId: undefined, results: [] }
  const handOver = (id: PrincipalId) => inTime(wire, SILENCE_MS, () => onOther(id, db))
  try {
    await inTime(wire, SILENCE_MS, (own) => endSession(own, directory))
    pushed = await inTime(wire, SILENCE_MS, (own) => push(own, clientId, db, async () => (await loadCommands()).targetOf))
    const answer = await inTime(wire, SILENCE_MS, (own) => pullPrivate(own, db, pushed.principalId))
    if (answer.kind === 'other') return await handOver(answer.principalId)
    if (answer.principalId && db.principal === 'guest') onGuest?.(answer.principalId)
    const update = { ...answer, results: pushed.results, validatedAt: now() }
    await inTime(wire, SILENCE_MS, () => withRoom(makeRoom, () => applyPrivate(loadCommands, db, update)))
  } catch (error) {
    // Handed over meanwhile: the late reply is dropped, whatever it said.
    if (error instanceof PrincipalLeft || currentDb() !== db) return
    if (pushed.results.length > 0 && !(error instanceof Overdue)) {
      await inTime(wire, SILENCE_MS, () => applyResults(db, pushed, now()))
    }
    if (error instanceof HttpProblem && error.code === 'accounts.deleted')
      return await inTime(wire, SILENCE_MS, () => onDeleted(db))
    if (!(error instanceof HttpProblem) || error.status !== 401 || db.principal !== 'guest') throw error
    const caller = await whoAmI(wire)
    if (caller?.kind !== 'account') throw error
    return await handOver(caller.id)
  }
  // The server asks to hear of some again; that is a retry, though everything else went well.
  if (pushed.results.some(({ status }) => status === 'retry')) throw new TryAgain('The server will take this later.')
}

async function syncDirectory({ wire, directory, now, showPhase }: RoundDeps): Promise<void> {
  const sparing = await inTime(wire, SILENCE_MS, () => directory.getMeta('sparing'))
  const isOver = sparing !== undefined && now() >= sparing.until
  if (sparing?.what === 'directory' && !isOver) throw new Sparing()
  const show = (done: number, total: number) => void showPhase({ kind: 'syncing', done, total })
  await inTime(wire, PART_SILENCE_MS, (own) => pullDirectory(own, directory, show, isOver))
  if (isOver) await inTime(wire, SILENCE_MS, () => directory.meta.delete('sparing'))
  await inTime(wire, PART_SILENCE_MS, () => foldOverlay(directory))
}

/** The directory was given up so that contacts and words fit. */
class Sparing extends Error {
  override readonly name = 'Sparing'
  constructor() {
    super('This device is full. The directory was removed to keep your contacts; it comes back when there is room.')
  }
}

class TryAgain extends Error {
  override readonly name = 'TryAgain'
}

type Trouble = { phase: SyncPhase /** Whether it may come right by waiting. */; passes: boolean }

/** What an error of a round means to the person. Whoever was not reached says nothing about anybody. */
function troubleOf(error: unknown, now: number): Trouble {
  if (error instanceof TryAgain) return { phase: { kind: 'idle' }, passes: true }
  if (error instanceof Sparing) return { phase: { kind: 'attention', message: error.message }, passes: false }
  if (error instanceof Overdue) return { phase: { kind: 'attention', message: error.message }, passes: true }
  if (error instanceof HttpProblem && error.problem && !isPassing(error.status)) {
    if (error.status === 401) return { phase: { kind: 'sign-in' }, passes: false }
    const { code, message } = error.problem
    return { phase: { kind: 'attention', message, code }, passes: false }
  }
  if (error instanceof HttpProblem || error instanceof Unreachable) {
    return { phase: { kind: 'offline', since: new Date(now).toISOString() }, passes: true }
  }
  return { phase: { kind: 'attention', message: storageSentence(error) ?? String(error) }, passes: false }
}
