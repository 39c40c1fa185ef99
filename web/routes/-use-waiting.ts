import { useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { isDue } from '#shared/contacts/follow-up.ts'
import { introStands } from '#shared/unlocks/intro.ts'
import { dueWords } from '#web/features/contacts/due.ts'
import { useContacts, useOwnWords } from '#web/features/contacts/queries.ts'
import { useInvestors } from '#web/features/directory/queries.ts'
import { useProcessingOrders, useUnsent } from '#web/features/home/queries.ts'
import { type Waiting, whatWaits } from '#web/features/home/what-waits.ts'
import { useRequests } from '#web/features/unlocks/queries.ts'
import { useSyncStatus } from '#web/sync/status.ts'

/** Everything of this person that is not done yet; `undefined` until the device has been read. */
export function useWaiting(user: User): Waiting[] | undefined {
  const [now] = useState(Date.now)
  const contacts = useContacts()
  const own = useOwnWords()
  const unsent = useUnsent()
  const processing = useProcessingOrders()
  const requests = useRequests()
  const isOffline = useSyncStatus().kind === 'offline'
  const asked = requests?.filter(({ requestType, createdAt }) => requestType === 'intro' && introStands(createdAt, now)) ?? []
  const investors = useInvestors(asked.map(({ vcId }) => vcId))
  if (!contacts || !own || !unsent || !processing || !requests) return undefined

  const due = contacts.flatMap(({ id, name }) => {
    const dueAt = own.followUps.get(id)?.dueAt ?? null
    return dueAt !== null && isDue({ dueAt }, now) ? { id, name, words: dueWords(dueAt, now) } : []
  })
  const intros = asked.map(({ vcId, vcName, createdAt, isSent }) => ({
    vcId,
    createdAt,
    isSent,
    name: vcName ?? investors.get(vcId)?.name ?? 'an investor',
  }))
  return whatWaits({ user, unsent, isOffline, due, processing, intros })
}
