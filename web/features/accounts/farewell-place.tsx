import { type ComponentType, lazy, Suspense } from 'react'
import { usePrivateDb } from '#web/db/current.ts'
import type { PrincipalPointer } from '#web/db/directory-database.ts'
import { useFarewell } from './farewell.ts'

const Farewell = lazy<ComponentType<Pick<PrincipalPointer, 'deleted' | 'ended'>>>(async () => {
  const chunk = await import('./farewell-dialog.tsx').catch(() => undefined)
  return { default: chunk?.default ?? (() => null) }
})

/**
 * Says why this device was emptied of an account, once the database that takes the place of the account's is open. Until then
 * the page is about to start again, and would lose what is typed after the dialog is closed.
 */
export function FarewellPlace() {
  const { deleted, ended, life } = useFarewell() ?? {}
  const isReplaced = usePrivateDb()?.life === life
  return isReplaced && (deleted || ended) ? (
    <Suspense>
      <Farewell deleted={deleted} ended={ended} />
    </Suspense>
  ) : null
}
