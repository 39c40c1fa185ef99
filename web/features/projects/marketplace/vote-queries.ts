import { useLiveQuery } from 'dexie-react-hooks'
import type { ProjectId } from '#shared/ids.ts'
import type { LocalVote } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

export type OwnVotes = ReadonlyMap<ProjectId, LocalVote>

const NONE: OwnVotes = new Map()

/** The user's own votes on this device, by project; they work offline. */
export function useVotes(): OwnVotes {
  const db = usePrivateDb()
  const votes = useLiveQuery(async () => new Map((await db?.votes.toArray())?.map((vote) => [vote.id, vote])), [db])
  return votes ?? NONE
}
