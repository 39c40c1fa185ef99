import type { Database } from '#server/database/client.ts'
import { recordFirstViews } from '#server/features/refunds/first-views.ts'
import type { MyHistory } from '#shared/history/contract.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { listDecisionMakerUnlocks, listRequests, listUnlocks } from './queries.ts'

export type HistoryDeps = { db: Database; now: () => Date }

export async function readHistory({ db, now }: HistoryDeps, principalId: PrincipalId): Promise<MyHistory> {
  const [requests, investors, decisionMakers] = await db.transaction(
    async (tx) =>
      [
        await listRequests(tx, principalId),
        await listUnlocks(tx, principalId),
        await listDecisionMakerUnlocks(tx, principalId),
      ] as const,
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  // A decision maker's name is the purchased content.
  await recordFirstViews(
    db,
    decisionMakers.map(({ orderId }) => orderId),
    now(),
  )
  const unlocks = [...investors, ...decisionMakers].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  return { requests: requests.map(present), unlocks: unlocks.map(present) }
}

const present = ({ id, vcName, createdAt }: { id: string; vcName: string | null; createdAt: Date }) => ({
  id,
  vcName,
  createdAt: createdAt.toISOString(),
})
