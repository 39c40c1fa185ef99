import { useLiveQuery } from 'dexie-react-hooks'
import { directoryDb } from '#web/db/current.ts'
import type { PrincipalPointer } from '#web/db/directory-database.ts'

export type Deleted = NonNullable<PrincipalPointer['deleted']>

/** Whether the account that was here is no more, for as long as nobody has read it. */
export const useDeleted = (): Deleted | undefined => useLiveQuery(async () => (await directoryDb.getMeta('principal'))?.deleted)

/** Read: no tab of this device says it again. */
export const noteRead = () =>
  directoryDb.transaction('rw', directoryDb.meta, async () => {
    const { deleted: _read, ...pointer } = (await directoryDb.getMeta('principal')) ?? {}
    if ('life' in pointer) await directoryDb.setMeta('principal', pointer as PrincipalPointer)
  })
