import { useEffect, useState } from 'react'
import type { FollowUp } from '#shared/contacts/follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { changeFollowUp } from '#web/features/contacts/follow-ups/mutations.ts'
import { toast } from '#web/ui/toast.ts'
import type { RaiseStage } from './raise-rows.ts'

/** Moves a contact to another stage. The board shows the move before it is stored; one that cannot be stored is taken back. */
export function useMoves(followUps: ReadonlyMap<VcId, FollowUp> | undefined) {
  const [moved, setMoved] = useState<ReadonlyMap<VcId, RaiseStage>>(new Map())

  useEffect(() => {
    const isStored = ([id, stage]: [VcId, RaiseStage]) => (followUps?.get(id)?.stage ?? null) === stage
    setMoved((moves) => ([...moves].some(isStored) ? new Map([...moves].filter((move) => !isStored(move))) : moves))
  }, [followUps])

  const move = (id: VcId, stage: RaiseStage) => {
    setMoved((moves) => new Map(moves).set(id, stage))
    changeFollowUp({ contactId: id, stage }).catch((error) => {
      setMoved((moves) => new Map([...moves].filter(([each]) => each !== id)))
      toast({ title: 'Couldn’t save the move on this device', description: storageSentence(error), variant: 'destructive' })
    })
  }
  return { moved, move }
}
