import { visitCounts } from '#drizzle/schema/index.ts'
import { type Cast, madeBy } from './people.ts'
import { DAY_MS, type Stage } from './stage.ts'

/** Days with views before the start. */
const PROJECT_DAYS = 30
const LISTING_DAYS = 180

/** A number that looks counted: it rises towards today, and dips at every seventh day. */
const countOn = (daysAgo: number, days: number, most: number) => {
  const growth = 1 - daysAgo / (days * 1.6)
  const rhythm = 0.72 + 0.28 * Math.sin(daysAgo * 2.4) - (daysAgo % 7 === 0 ? 0.2 : 0)
  return Math.max(1, Math.round(most * growth * rhythm))
}

/**
 * The daily counts of page views and contact links. They have no visitors: a count is all that the product stores of a visit, so
 * they are written as counts.
 */
export async function countViews({ tx, begin }: Stage, cast: Cast) {
  const dayOf = (daysAgo: number) => new Date(begin.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)
  const project = { subject: 'project', subjectId: madeBy(cast, 'project') } as const
  const listing = { subject: 'investor', subjectId: cast.listing } as const
  const days = (length: number) => Array.from({ length }, (_, daysAgo) => daysAgo)
  const rows: (typeof visitCounts.$inferInsert)[] = [
    ...days(PROJECT_DAYS).flatMap((ago) => [
      { ...project, kind: 'view' as const, day: dayOf(ago), count: countOn(ago, PROJECT_DAYS, 46) },
      { ...project, kind: 'contact' as const, day: dayOf(ago), count: countOn(ago, PROJECT_DAYS, 5) },
    ]),
    ...days(LISTING_DAYS).map((ago) => ({
      ...listing,
      kind: 'view' as const,
      day: dayOf(ago),
      count: countOn(ago, LISTING_DAYS, 38),
    })),
  ]
  await tx.insert(visitCounts).values(rows).onConflictDoNothing()
}
