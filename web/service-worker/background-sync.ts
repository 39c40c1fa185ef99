import { mutationRegistry } from '#web/app/client-mutators.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { schedule } from '#web/db/schedule.ts'
import { createApi } from '#web/net/api.ts'
import { readClientId } from '#web/sync/engine/client-id.ts'
import { compactOverlay } from '#web/sync/engine/compact-overlay.ts'
import { StalePrincipalError } from '#web/sync/engine/outbox.ts'
import { LEADER_LOCK } from '#web/sync/engine/platform.ts'
import { pullDifferences } from '#web/sync/engine/pull/pull-differences.ts'
import { newPace } from '#web/sync/engine/push/push.ts'
import { sendPending } from '#web/sync/engine/push/send-pending.ts'
import { runSyncCycle } from '#web/sync/engine/sync-cycle.ts'
import { ALL_LANES } from '#web/sync/engine/sync-loop.ts'
import { withWatchdog } from '#web/sync/engine/timeouts.ts'
import { IDLE_TIMEOUT_MS } from '#web/sync/engine/transport.ts'
import { locks } from '#web/sync/engine/web-locks.ts'
import { pushPending } from './background-push.ts'
import { type WorkerPlatform, withWorkerSession } from './worker-session.ts'

export const workerDevice = (): WorkerPlatform => ({
  api: createApi((path, init) => fetch(path, init)),
  dexie: {},
  locks,
  after: schedule,
  now: Date.now,
  openDirectory: () => new DirectoryDatabase(),
})

export const pushFromWorker = () => pushPending(workerDevice())

/** Runs periodically in an installed app: sends pending entries, and pulls the newest data before the app is opened. */
export const refreshFromWorker = () =>
  withWorkerSession(workerDevice(), async ({ transport, directory, db }) => {
    await navigator.locks.request(LEADER_LOCK, { ifAvailable: true }, async (lock) => {
      if (!lock) return
      const clientId = await withWatchdog(transport, IDLE_TIMEOUT_MS, () => readClientId(directory))
      const loadMutations = async () => mutationRegistry
      // A principal switch is left to a tab; when one opens, it finds the same state.
      const nothing = async () => undefined
      const left = async () => {
        throw new StalePrincipalError()
      }
      const deps = {
        transport,
        clientId,
        directory,
        loadMutations,
        now: Date.now,
        currentDb: () => db,
        makeRoom: async () => false,
        hasSwitched: async () => false,
      }
      const fresh = {
        troubles: new Map(),
        pace: newPace(),
        loadCompaction: async () => compactOverlay,
        loadSendPending: async () => sendPending,
        loadPullDifferences: async () => pullDifferences,
      }
      await runSyncCycle(
        {
          ...deps,
          ...fresh,
          showPhase: nothing,
          onOther: nothing,
          onGone: nothing,
          onSignedOut: left,
          onSealed: nothing,
          onLostGuest: nothing,
        },
        new Set(ALL_LANES),
      )
    })
  })
