import { useEffect, useState } from 'react'
import { type ChangeFollowUp, type FollowUp, nothingYet } from '#shared/contacts/follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import { toast } from '#web/ui/toast.ts'
import { changeFollowUp } from './mutations.ts'

type Change = Omit<ChangeFollowUp, 'contactId'>
type Field = keyof Change

/** A follow-up as displayed, with a setter: the control updates before the database write completes. */
export function useFollowUpChanges(id: VcId, followUp: FollowUp | null) {
  const [overrides, setOverrides] = useState<Change>({})
  const storedFollowUp = followUp ?? nothingYet

  useEffect(() => {
    // Values that are stored now need no local override.
    const stored = followUp ?? nothingYet
    setOverrides((changes) => without(changes, (field) => changes[field] === stored[field]))
  }, [followUp])

  const change = (what: Change) => {
    setOverrides((changes) => ({ ...changes, ...what }))
    changeFollowUp({ contactId: id, ...what }).catch(() => {
      setOverrides((changes) => without(changes, (field) => field in what))
      toast({ title: 'Couldn’t save the change on this device', variant: 'destructive' })
    })
  }
  return { shown: { ...storedFollowUp, ...overrides }, change }
}

function without(changes: Change, isGone: (field: Field) => boolean): Change {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !isGone(field as Field)))
}
