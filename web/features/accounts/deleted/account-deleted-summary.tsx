import { useState } from 'react'
import type { PrincipalPointer } from '#web/db/directory-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { DeletedElsewhere } from './account-deleted-dialog.tsx'
import { dismissNotice } from './queries.ts'
import { SignedOutElsewhere } from './signed-out-elsewhere.tsx'

/**
 * Shows why an account was erased from this device, once the next database is open. Until then the page is about to restart, and
 * would lose what is typed after the dialog is closed.
 */
export default function FarewellDialog({ deleted, ended, life }: PrincipalPointer) {
  const openLife = usePrivateDb()?.life
  const [readLife, setReadLife] = useState<string>()
  // The device stores it later: the directory can be locked for some tenths of a second, and an open dialog captures all keys.
  const onRead = () => {
    setReadLife(life)
    void dismissNotice()
  }
  if (openLife !== life || readLife === life) return null
  if (deleted) return <DeletedElsewhere {...deleted} onRead={onRead} />
  return ended ? <SignedOutElsewhere {...ended} onRead={onRead} /> : null
}
