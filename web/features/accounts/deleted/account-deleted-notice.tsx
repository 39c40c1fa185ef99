import { type ComponentType, lazy, Suspense } from 'react'
import type { PrincipalPointer } from '#web/db/directory-database.ts'
import { useFarewell } from './queries.ts'

const Farewell = lazy<ComponentType<PrincipalPointer>>(async () => {
  const chunk = await import('./account-deleted-summary.tsx').catch(() => undefined)
  return { default: chunk?.default ?? (() => null) }
})

/** Shows why an account was erased from this device. */
export function FarewellPlace() {
  const pointer = useFarewell()
  return pointer?.deleted || pointer?.ended ? (
    <Suspense>
      <Farewell {...pointer} />
    </Suspense>
  ) : null
}
