import { useLiveQuery } from 'dexie-react-hooks'
import { directoryDb } from '#web/db/tab/databases.ts'

/** Whether this device has a part of the directory, read or not; `undefined` until that is known. */
export const useHasChunks = (): boolean | undefined =>
  useLiveQuery(async () => ((await directoryDb.getMeta('directory'))?.parts.length ?? 0) > 0)
