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

/** Requests the configuration and stores it for offline starts. */
export async function refreshConfig(): Promise<AppConfig> {
  const config = await get('/api/config', AppConfig)
  await directoryDb.setMeta('config', config)
  return config
}

/** The last known configuration; `undefined` until the server has answered once on this device. */
export function useConfig(): AppConfig | undefined {
  const kept = useLiveQuery(() => directoryDb.getMeta('config'))
  const read = v.safeParse(AppConfig, kept)
  return read.success ? read.output : undefined
}
