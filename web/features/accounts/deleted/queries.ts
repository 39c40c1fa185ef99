import { useLiveQuery } from 'dexie-react-hooks'
import type { PrincipalPointer } from '#web/db/directory-database.ts'
import { directoryDb } from '#web/db/tab/databases.ts'

export type DeletedAccount = NonNullable<PrincipalPointer['deleted']>
export type Ended = NonNullable<PrincipalPointer['ended']>

/** Whose device this is, and why it was emptied of an account, for as long as nobody has read it. */
export const useFarewell = () => useLiveQuery(() => directoryDb.getMeta('principal'))

/** Read: no tab of this device says it again. */
export const dismissNotice = () =>
  directoryDb.transaction('rw', directoryDb.meta, async () => {
    const { deleted: _deleted, ended: _ended, ...pointer } = (await directoryDb.getMeta('principal')) ?? {}
    if ('life' in pointer) await directoryDb.setMeta('principal', pointer as PrincipalPointer)
  })
