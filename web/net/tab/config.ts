import { useLiveQuery } from 'dexie-react-hooks'
import * as v from 'valibot'
import { directoryDb } from '#web/db/tab/databases.ts'
import { get } from '#web/net/api.ts'

/** `GET /api/config`: configuration of the server for all clients. */
export const AppConfig = v.object({
  stripe: v.object({ isSandbox: v.boolean(), publishableKey: v.nullable(v.string()) }),
  homeVariant: v.string(),
  headerVariant: v.string(),
  sampleSignIn: v.optional(v.boolean()),
  /** Read by `useCompany`. */
  company: v.optional(v.unknown()),
  /** Read by `useSwitchedOff`. */
  off: v.optional(v.unknown()),
})
export type AppConfig = v.InferOutput<typeof AppConfig>

/** Requests of this tab, and the latest of them whose reply is stored. */
let asked = 0
let stored = 0

/** Requests the configuration and stores it for offline starts. A reply that a later request's has overtaken is not stored. */
export async function refreshConfig(): Promise<AppConfig> {
  const number = ++asked
  const config = await get('/api/config', AppConfig)
  if (number > stored) {
    stored = number
    await directoryDb.setMeta('config', config)
  }
  return config
}

/** The last known configuration; `undefined` until the server has answered once on this device. */
export function useConfig(): AppConfig | undefined {
  const kept = useLiveQuery(() => directoryDb.getMeta('config'))
  const read = v.safeParse(AppConfig, kept)
  return read.success ? read.output : undefined
}
