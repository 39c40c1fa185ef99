import { type ComponentType, lazy, Suspense } from 'react'
import { type Deleted, useDeleted } from './farewell.ts'

const DeletedElsewhere = lazy<ComponentType<Deleted>>(async () => {
  const chunk = await import('./deleted-elsewhere.tsx').catch(() => undefined)
  return { default: chunk?.default ?? (() => null) }
})

/** Where whoever finds this device emptied reads why. */
export function FarewellPlace() {
  const deleted = useDeleted()
  return deleted ? (
    <Suspense>
      <DeletedElsewhere {...deleted} />
    </Suspense>
  ) : null
}
