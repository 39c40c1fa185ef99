import type { AppContext } from '#server/app-context.ts'
import { runSerially } from '#server/email/serial-runner.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { pushRoutes } from './routes.ts'
import { createPushSender } from './send-pushes.ts'
import { SEND_PUSHES } from './service.ts'
import { openVapidKeys, type VapidKeys } from './vapid-keys.ts'

/** Web Push: notices on devices whose app is closed. `notices` queues them, in the transaction of the fact. */
export const pushModule = (context: AppContext) => {
  const { db, keyring, env } = context
  let keys: Promise<VapidKeys> | undefined
  const readKeys = () => {
    keys ??= openVapidKeys(db, keyring, env)
    return keys
  }
  const deps = { ...context, readKeys, origins: env.PUSH_ORIGINS, contact: context.organizer }
  return {
    routes: [pushRoutes(deps)],
    jobs: { [SEND_PUSHES]: runSerially(createPushSender(deps), 0, context.now) },
    schedules: [{ kind: SEND_PUSHES, everySeconds: 5 }],
    // A push service that does not respond delays no other work.
    reserved: [[SEND_PUSHES]],
    services: [{ start: async () => void (await readKeys()), stop: async () => undefined }],
  } satisfies FeatureModule
}
