import type { Database } from '#server/database/client.ts'
import type { UserId } from '#shared/ids.ts'
import type { Visit } from '#shared/visits/contract.ts'
import { addCounts, type Counted } from './queries.ts'
import type { Visitable } from './visitable.ts'

export type VisitDeps = { db: Database; now: () => Date; visitable: Visitable }

/** Counts views. A subject listed twice in one call counts once. */
export async function countVisits({ db, now, visitable }: VisitDeps, visits: Visit[], userId: UserId | undefined) {
  const counts: Counted[] = []
  for (const subject of Object.keys(visitable) as Visit['subject'][]) {
    const named = visits.filter((visit) => visit.subject === subject)
    if (named.length === 0) continue
    const public_ = new Set(await visitable[subject](db, [...new Set(named.map(({ id }) => id))], userId))
    const once = new Map(named.map((visit) => [`${visit.id} ${visit.kind}`, visit]))
    for (const { id, kind } of once.values()) {
      if (public_.has(id)) counts.push({ subject, subjectId: id, kind, count: 1 })
    }
  }
  await addCounts(db, now().toISOString().slice(0, 10), counts)
}
