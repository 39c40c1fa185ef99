import { useEffect, useState } from 'react'
import type { VcId } from '#shared/ids.ts'
import { type Deal, type DealFields, noDeal } from '#shared/raise/contract.ts'
import { toast } from '#web/ui/toast.ts'
import { writeDeal } from './mutations.ts'

/** Fields that are set with one tap. */
type Chosen = Pick<DealFields, 'instrument' | 'probability' | 'commitment'>

/** The chosen values of a deal as displayed, with a setter: the control updates before the database write completes. */
export function useChosen(id: VcId, deal: Deal | null) {
  const [overrides, setOverrides] = useState<Partial<Chosen>>({})
  const stored = deal ?? noDeal

  useEffect(() => {
    // Values that are stored now need no local override.
    const stored = deal ?? noDeal
    setOverrides((changes) => without(changes, (field) => changes[field] === stored[field]))
  }, [deal])

  const choose = (what: Partial<Chosen>) => {
    setOverrides((changes) => ({ ...changes, ...what }))
    writeDeal(id, what, stored).catch(() => {
      setOverrides((changes) => without(changes, (field) => field in what))
      toast({ title: 'Couldn’t save the change on this device', variant: 'destructive' })
    })
  }
  return { chosen: { ...stored, ...overrides }, choose }
}

const without = (changes: Partial<Chosen>, isGone: (field: keyof Chosen) => boolean): Partial<Chosen> =>
  Object.fromEntries(Object.entries(changes).filter(([field]) => !isGone(field as keyof Chosen)))
