import { useLiveQuery } from 'dexie-react-hooks'
import type { VcId } from '#shared/ids.ts'
import type { CallBooked, ListingFigures, RequestReceived } from '#shared/listings/activity.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import type { MutationName } from '#shared/sync/mutations.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { listingDraftId } from './listing-draft.ts'

const latestFirst = (a: { createdAt: string }, b: { createdAt: string }) => b.createdAt.localeCompare(a.createdAt)

/** The user's own investor profiles, the oldest first; `undefined` until IndexedDB has answered once. */
export function useOwnListings(): OwnListing[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && (await db.ownListings.toArray()).sort((a, b) => latestFirst(b, a)), [db])
}

/** Figures of a listing; `null` before the server has counted any. */
export function useListingFigures(id: VcId): ListingFigures | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && ((await db.listingFigures.get(id)) ?? null), [db, id])
}

const CHANGES: string[] = ['listing.edit', 'listing.pause', 'listing.hours', 'listing.replyDays'] satisfies MutationName[]

/** Whether an edit, a pause, or a change of the hours or of the days for a reply of this listing is pending or was rejected. */
export function useUnsentEdit(id: VcId): { state: 'waiting' } | { state: 'refused'; entry: OutboxEntry } | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => {
    if (!db) return undefined
    const isOfListing = (args: unknown) => typeof args === 'object' && args !== null && 'vcId' in args && args.vcId === id
    const entries = await db.outbox.filter(({ name, args }) => CHANGES.includes(name) && isOfListing(args)).toArray()
    const refused = entries.find(({ state }) => state === 'refused')
    if (refused) return { state: 'refused' as const, entry: refused }
    return entries.length > 0 ? { state: 'waiting' as const } : null
  }, [db, id])
}

/** Whether the listing was edited on this device and not saved. */
export function useHasListingDraft(id: VcId): boolean {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && (await db.drafts.get(listingDraftId(id))) !== undefined, [db, id]) ?? false
}

export function useInvestorActivity(): { requests: RequestReceived[]; calls: CallBooked[] } | undefined {
  const db = usePrivateDb()
  return useLiveQuery(
    async () =>
      db && {
        requests: (await db.requestsReceived.toArray()).sort(latestFirst),
        calls: (await db.callsBooked.toArray()).sort(latestFirst),
      },
    [db],
  )
}
