import type { AnyElysia } from 'elysia'
import type { TransferOwnership } from '#server/database/transfer-ownership.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import type { Schedule } from '#server/jobs/worker.ts'
import type { PrivateRegistry } from '#server/sync/private/private-source.ts'
import type { DirectorySources } from '#server/sync/public/public-source.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'

/** Started before the first request is accepted, and stopped after the last one is answered. */
export type Service = { start: () => Promise<void>; stop: () => Promise<void> }

/** What a feature or an engine adds to the server. `app.ts` is a list of these. */
export type FeatureModule = {
  routes?: AnyElysia[]
  jobs?: JobHandlers
  schedules?: Schedule[]
  /** Kinds of jobs for which a node keeps a worker free, so that other kinds cannot delay them. */
  reserved?: string[][]
  publicSources?: Partial<DirectorySources>
  privateCollections?: Partial<PrivateRegistry>
  mutators?: Partial<Mutators>
  /** Move to an account what a guest owned who signs in. */
  transfers?: TransferOwnership[]
  services?: Service[]
}

type Merged<Module, Key extends keyof FeatureModule> = (
  Module extends { [Name in Key]: infer Part }
    ? (part: Part) => void
    : never
) extends (part: infer All) => void
  ? All
  : never

/**
 * One part of all modules as one object. Its type is the intersection of the parts, so that a collection or a mutation which no module
 * provides does not compile where the whole registry is expected.
 */
export const merge = <Module extends FeatureModule, Key extends 'jobs' | 'publicSources' | 'privateCollections' | 'mutators'>(
  modules: readonly Module[],
  key: Key,
): Merged<Module, Key> => Object.assign({}, ...modules.map((module) => module[key]))

/** One part of all modules as one list, in the order of the modules. */
export const concat = <Key extends 'routes' | 'schedules' | 'reserved' | 'transfers' | 'services'>(
  modules: readonly FeatureModule[],
  key: Key,
): NonNullable<FeatureModule[Key]> =>
  modules.flatMap((module) => (module[key] ?? []) as never[]) as NonNullable<FeatureModule[Key]>
