import type { PrincipalPointer } from '#web/db/directory-database.ts'
import { DeletedElsewhere } from './deleted-elsewhere.tsx'
import { SignedOutElsewhere } from './signed-out-elsewhere.tsx'

/** Why this device was emptied of an account. */
export default function FarewellDialog({ deleted, ended }: Pick<PrincipalPointer, 'deleted' | 'ended'>) {
  if (deleted) return <DeletedElsewhere {...deleted} />
  return ended ? <SignedOutElsewhere {...ended} /> : null
}
