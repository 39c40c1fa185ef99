import { after } from '#web/db/after.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { commands } from '#web/mutators.ts'
import { createApi } from '#web/net/api.ts'
import { locks } from '#web/sync/browser-locks.ts'
import { readClientId } from '#web/sync/client-id.ts'
import { inTime } from '#web/sync/deadline.ts'
import { LEADER_LOCK } from '#web/sync/device.ts'
import { foldOverlay } from '#web/sync/fold.ts'
import { BOTH } from '#web/sync/loop.ts'
import { PrincipalLeft } from '#web/sync/outbox.ts'
import { pullHeld } from '#web/sync/pull-held.ts'
import { newPace } from '#web/sync/push.ts'
import { pushWaiting } from '#web/sync/push-waiting.ts'
import { runRound } from '#web/sync/round.ts'
import { sendWaiting } from '#web/sync/send-waiting.ts'
import { SILENCE_MS } from '#web/sync/wire.ts'
import { here, type WorkerDevice } from '#web/sync/worker-here.ts'

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
