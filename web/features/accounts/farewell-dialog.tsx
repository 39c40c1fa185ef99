import { usePrivateDb } from '#web/db/current.ts'
import type { PrincipalPointer } from '#web/db/directory-database.ts'
import { DeletedElsewhere } from './deleted-elsewhere.tsx'
import { SignedOutElsewhere } from './signed-out-elsewhere.tsx'

/**
 * Why this device was emptied of an account, once the database that takes the place of the account's is open. Until then the page
 * is about to start again, and would lose what is typed after the dialog is closed.
 */
export default function FarewellDialog({ deleted, ended, life }: PrincipalPointer) {
  if (usePrivateDb()?.life !== life) return null
  if (deleted) return <DeletedElsewhere {...deleted} />
  return ended ? <SignedOutElsewhere {...ended} /> : null
}
