import { type ComponentType, lazy, Suspense } from 'react'
import type { PrincipalPointer } from '#web/db/directory-database.ts'
import { useFarewell } from './farewell.ts'

const Farewell = lazy<ComponentType<Pick<PrincipalPointer, 'deleted' | 'ended'>>>(async () => {
  const chunk = await import('./farewell-dialog.tsx').catch(() => undefined)
  return { default: chunk?.default ?? (() => null) }
})

/** Where whoever finds this device emptied reads why. */
export function FarewellPlace() {
  const { deleted, ended } = useFarewell() ?? {}
  return deleted || ended ? (
    <Suspense>
      <Farewell deleted={deleted} ended={ended} />
    </Suspense>
  ) : null
}
