import { useEffect, useState } from 'react'
import { type ChangeFollowUp, type FollowUp, nothingYet } from '#shared/contacts/follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import { toast } from '#web/ui/toast.ts'
import { changeFollowUp } from './mutations.ts'

type Change = Omit<ChangeFollowUp, 'contactId'>
type Field = keyof Change

/** A follow-up as it is shown, and the way to change it: a control moves under the finger, before the disk has answered. */
export function useFollowUpChanges(id: VcId, followUp: FollowUp | null) {
  const [ahead, setAhead] = useState<Change>({})
  const held = followUp ?? nothingYet

  useEffect(() => {
    // What the disk says by now need not be remembered here.
    const known = followUp ?? nothingYet
    setAhead((changes) => without(changes, (field) => changes[field] === known[field]))
  }, [followUp])

  const change = (what: Change) => {
    setAhead((changes) => ({ ...changes, ...what }))
    changeFollowUp({ contactId: id, ...what }).catch(() => {
      setAhead((changes) => without(changes, (field) => field in what))
      toast({ title: 'This device could not store the change', variant: 'destructive' })
    })
  }
  return { shown: { ...held, ...ahead }, change }
}

function without(changes: Change, isGone: (field: Field) => boolean): Change {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !isGone(field as Field)))
}
