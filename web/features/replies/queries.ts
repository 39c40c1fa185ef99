import { useLiveQuery } from 'dexie-react-hooks'
import type { OrderId, VcId } from '#shared/ids.ts'
import type { Reply } from '#shared/replies/contract.ts'
import { replyDays } from '#shared/replies/reply-days.ts'
import { requestEntryId } from '#shared/unlocks/requests.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** The investor's reply to this user's purchase; null without one, undefined while it is read. */
export function useReply(vcId: VcId): Reply | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && ((await db.requests.get(requestEntryId('unlock', vcId)))?.reply ?? null), [db, vcId])
}

/** The days for a reply that a purchase was made with; undefined while they are read. */
export function useAgreedDays(orderId: OrderId): number | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && replyDays((await db.orders.get(orderId))?.replyDays), [db, orderId])
}
