import { useState } from 'react'
import type { PrincipalPointer } from '#web/db/directory-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { DeletedElsewhere } from './account-deleted-dialog.tsx'
import { dismissNotice } from './queries.ts'
import { SignedOutElsewhere } from './signed-out-elsewhere.tsx'

/**
 * Why this device was emptied of an account, once the database that takes the place of the account's is open. Until then the page
 * is about to start again, and would lose what is typed after the dialog is closed.
 */
export default function FarewellDialog({ deleted, ended, life }: PrincipalPointer) {
  const openLife = usePrivateDb()?.life
  const [readLife, setReadLife] = useState<string>()
  // The device hears of it later: the directory can be held for some tenths of a second, and a dialog that is open takes every key.
  const onRead = () => {
    setReadLife(life)
    void dismissNotice()
  }
  if (openLife !== life || readLife === life) return null
  if (deleted) return <DeletedElsewhere {...deleted} onRead={onRead} />
  return ended ? <SignedOutElsewhere {...ended} onRead={onRead} /> : null
}
