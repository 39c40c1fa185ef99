import { useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { lacksCallLink } from '#shared/bookings/call-link.ts'
import { isDue } from '#shared/contacts/follow-up.ts'
import { listingStatusOf } from '#shared/listings/status.ts'
import { shownStatus, waitsForReply } from '#shared/replies/takes-reply.ts'
import { isIntroActive } from '#shared/unlocks/intro.ts'
import { splitCalls } from '#web/features/bookings/calls/split-calls.ts'
import { useCalls } from '#web/features/bookings/queries.ts'
import { dueLabel } from '#web/features/contacts/follow-ups/due.ts'
import { useOwnWords } from '#web/features/contacts/own-words.ts'
import { useCards } from '#web/features/contacts/people/queries.ts'
import { useInvestors } from '#web/features/directory/investor-queries.ts'
import { usePendingCount, useProcessingOrders } from '#web/features/home/queries.ts'
import { type AwaitedReplies, type TodoItem, todoItems } from '#web/features/home/todo-items.ts'
import { useInvestorActivity } from '#web/features/listings/queries.ts'
import { useRequests } from '#web/features/unlocks/queries.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import type { MyRecords } from '#web/widgets/use-own.ts'

/** Open tasks of this user; `undefined` until the device has been read. */
export function useWaiting(user: User, own: MyRecords | undefined): TodoItem[] | undefined {
  const [now] = useState(Date.now)
  const due = useDue(now)
  const intros = useIntros(now)
  const unsent = usePendingCount()
  const processing = useProcessingOrders()
  const calls = useCalls()
  const awaited = useAwaited(now)
  const isOffline = useIsOffline()
  if (!own || !due || !intros || !unsent || !processing || !calls || awaited === undefined) return undefined

  const { project, listing } = own
  return todoItems({
    user,
    unsent,
    isOffline,
    due,
    awaited,
    intros,
    processing,
    project: project && {
      isPublished: project.isPublished,
      canPutBack: project.canPutBack ?? false,
      clashCount: project.clashes.length,
      reviewReason: project.reviewReason ?? null,
    },
    listing: listing && {
      id: listing.id,
      standing: listingStatusOf(listing),
      reviewReason: listing.reviewReason,
      lacksCallLink: lacksCallLink(listing),
    },
    calls: splitCalls(calls, now).coming.map(({ id, counterpart, start }) => ({ id, name: counterpart.name, start })),
  })
}

function useDue(now: number) {
  const contacts = useCards()
  const own = useOwnWords()
  return contacts?.flatMap(({ id, name }) => {
    const dueAt = own?.followUps.get(id)?.dueAt ?? null
    return dueAt !== null && isDue({ dueAt }, now) ? { id, name, words: dueLabel(dueAt, now) } : []
  })
}

/** `null`: no founder waits. */
function useAwaited(now: number): AwaitedReplies | null | undefined {
  const activity = useInvestorActivity()
  if (!activity) return undefined
  const waiting = activity.requests.filter((request) => waitsForReply(request, now))
  const paid = waiting.filter((request) => shownStatus(request) === 'paid')
  const [latest] = paid.length > 0 ? paid : waiting
  return latest ? { name: latest.founderName, count: waiting.length, paid: paid.length } : null
}

function useIntros(now: number) {
  const requests = useRequests()
  const introRequests = requests?.filter(
    ({ requestType, createdAt, answer }) => requestType === 'intro' && answer !== 'declined' && isIntroActive(createdAt, now),
  )
  const investors = useInvestors(introRequests?.map(({ vcId }) => vcId) ?? [])
  return introRequests?.map((request) => ({
    ...request,
    isForwarded: request.answer === 'forwarded',
    name: request.vcName ?? investors.get(request.vcId)?.name ?? 'an investor',
  }))
}
