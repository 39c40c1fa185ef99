import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { VcId } from '#shared/ids.ts'
import { useContactOfFormer } from '#web/features/contacts/queries.ts'
import { useMovedInvestor } from '#web/features/directory/beyond/use-moved-investor.ts'

type Props = {
  id: VcId
  /** The page to open. */
  to: '/vc/$id' | '/investor/$id'
  /** Until it is known whether the record was merged. */
  loading: ReactNode
  /** Shown for a record that was not merged. */
  children: ReactNode
}

/** For an investor who is not listed: opens the page of the record that stays, where this one was merged into it. */
export function MovedInvestor({ id, to, loading, children }: Props) {
  const contact = useContactOfFormer(id)
  const moved = useMovedInvestor(id)
  const staying = contact ?? moved
  if (staying) return <Navigate to={to} params={{ id: staying }} replace />
  return staying === undefined ? loading : children
}
