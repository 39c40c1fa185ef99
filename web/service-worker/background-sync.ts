import { commands } from '#web/app/client-mutators.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { after } from '#web/db/schedule.ts'
import { createApi } from '#web/net/api.ts'
import { readClientId } from '#web/sync/engine/client-id.ts'
import { foldOverlay } from '#web/sync/engine/compact-overlay.ts'
import { PrincipalLeft } from '#web/sync/engine/outbox.ts'
import { LEADER_LOCK } from '#web/sync/engine/platform.ts'
import { pullHeld } from '#web/sync/engine/pull/pull-held.ts'
import { newPace } from '#web/sync/engine/push/push.ts'
import { sendWaiting } from '#web/sync/engine/push/send-pending.ts'
import { runRound } from '#web/sync/engine/sync-cycle.ts'
import { BOTH } from '#web/sync/engine/sync-loop.ts'
import { inTime } from '#web/sync/engine/timeouts.ts'
import { SILENCE_MS } from '#web/sync/engine/transport.ts'
import { locks } from '#web/sync/engine/web-locks.ts'
import { pushWaiting } from './background-push.ts'
import { here, type WorkerDevice } from './worker-session.ts'

const workerDevice = (): WorkerDevice => ({
  api: createApi((path, init) => fetch(path, init)),
  dexie: {},
  locks,
  after,
  now: Date.now,
  openDirectory: () => new DirectoryDatabase(),
})

export const pushFromWorker = () => pushWaiting(workerDevice())

/** Comes round by itself in an installed app: what waits is sent, and everything is there in its newest form before it is opened. */
export const refreshFromWorker = () =>
  here(workerDevice(), async ({ wire, directory, db }) => {
    await navigator.locks.request(LEADER_LOCK, { ifAvailable: true }, async (lock) => {
      if (!lock) return
      const clientId = await inTime(wire, SILENCE_MS, () => readClientId(directory))
      const loadCommands = async () => commands
      // A change of hands is for a tab to carry out; whoever opens one sees how things stand.
      const nothing = async () => undefined
      const left = async () => {
        throw new PrincipalLeft()
      }
      const deps = { wire, clientId, directory, loadCommands, now: Date.now, currentDb: () => db, makeRoom: async () => false }
      const fresh = {
        troubles: new Map(),
        pace: newPace(),
        loadFold: async () => foldOverlay,
        loadSendWaiting: async () => sendWaiting,
        loadPullHeld: async () => pullHeld,
      }
      await runRound(
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
        new Set(BOTH),
      )
    })
  })
