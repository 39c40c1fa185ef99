import { useLiveQuery } from 'dexie-react-hooks'
import type { PrincipalPointer } from '#web/db/directory-database.ts'
import { directoryDb } from '#web/db/tab/databases.ts'

export type DeletedAccount = NonNullable<PrincipalPointer['deleted']>
export type Ended = NonNullable<PrincipalPointer['ended']>

/** The principal pointer of this device, with the unread notice about an erased account, if there is one. */
export const useFarewell = () => useLiveQuery(() => directoryDb.getMeta('principal'))

/** Dismisses the notice: no tab of this device shows it again. */
export const dismissNotice = () =>
  directoryDb.transaction('rw', directoryDb.meta, async () => {
    const { deleted: _deleted, ended: _ended, ...pointer } = (await directoryDb.getMeta('principal')) ?? {}
    if ('life' in pointer) await directoryDb.setMeta('principal', pointer as PrincipalPointer)
  })
