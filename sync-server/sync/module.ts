import type { AppContext } from '#server/app-context.ts'
import type { TransferOwnership } from '#server/database/transfer-ownership.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { privateRules } from '#server/private-rules.ts'
import { createEpochs } from './epoch.ts'
import { syncJobs, syncSchedules } from './jobs.ts'
import { createLive } from './live.ts'
import { createPrivateLane, type OnDelivered } from './private/private-lane.ts'
import { createPrivateMarks } from './private/private-marks.ts'
import { changesOf, type PrivateRegistry, sourcesOf } from './private/private-source.ts'
import { privateRoutes } from './private/routes.ts'
import { createPublicLane } from './public/public-lane.ts'
import type { DirectorySources } from './public/public-source.ts'
import { directoryRoutes } from './public/routes.ts'
import type { Mutators } from './push/mutator.ts'
import { moveTextWriters } from './push/text-writers.ts'

/** What the features give the sync engine. Each collection and each mutation has to be there. */
export type SyncRegistry = {
  publicSources: DirectorySources
  privateCollections: PrivateRegistry
  mutators: Mutators
  /** Called with the documents that a device was just given. */
  onDelivered: OnDelivered
}

export function syncModule(context: AppContext, { publicSources, privateCollections, mutators, onDelivered }: SyncRegistry) {
  const { env, db, sql, trustedProxies } = context
  const scale = env.RATE_LIMIT_SCALE
  const epochs = createEpochs(sql)
  const directory = createPublicLane({ ...context, epochs, sources: publicSources })
  const sources = sourcesOf(privateCollections)
  const changes = changesOf(privateCollections)
  const marks = createPrivateMarks({ sql, epochs, rules: privateRules(context) })
  const lane = createPrivateLane({
    db,
    sources,
    marked: { marks, inputs: privateCollections, changes },
    prove: context.proveMarks?.({ db, marks, inputs: privateCollections, sources, changes }),
    onDelivered,
  })
  const live = createLive({ ...context, lane: directory, scale, onGap: epochs.forget })
  const module = {
    routes: [directoryRoutes(directory), privateRoutes({ ...context, lane, mutators, trustedProxies, scale }), live.routes],
    jobs: syncJobs({ db, lane: directory }),
    schedules: syncSchedules,
    services: [{ start: live.notices.open, stop: live.notices.close }],
  } satisfies FeatureModule
  return { ...module, directory }
}

export const syncTransfers: TransferOwnership[] = [moveTextWriters]
