import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { conversationLabels } from '#shared/contacts/conversation.ts'
import type { VcId } from '#shared/ids.ts'
import { type Deal, ROUND, type Round } from '#shared/raise/contract.ts'
import { type StageLabels, stageLabels } from '#shared/raise/labels.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** The deal with a contact: `undefined` while loading, `null` when there is none. */
export function useDeal(id: VcId): Deal | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && ((await db.deals.get(id)) ?? null), [db, id])
}

/** All deals by the contact's id; `undefined` until IndexedDB has answered once. */
export function useDeals(): Map<VcId, Deal> | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && new Map((await db.deals.toArray()).map((deal) => [deal.id, deal as Deal])), [db])
}

/** The user's round: `undefined` while loading, `null` when nothing was set. */
export function useRound(): Round | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && ((await db.raise.get(ROUND)) ?? null), [db])
}

/** The names of the stages; the usual ones while they are read. */
export function useStageLabels(): StageLabels {
  const round = useRound()
  return useMemo(() => (round ? stageLabels(round) : conversationLabels), [round])
}
