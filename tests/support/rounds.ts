import { and, eq, isNull, like, lte, or, sql } from 'drizzle-orm'
import { jobs } from '#drizzle/schema/index.ts'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

/**
 * Waits until the runs of a job kind that an app starts at its launch are over. A test that runs the job itself and counts the
 * effects of one run would otherwise count both.
 *
 * @param nodes  how many apps share the database
 */
export const firstRoundsOver = ({ database: { db } }: TestApp, kind: string, nodes = 1) =>
  until(async () => {
    const started = await db.$count(jobs, and(eq(jobs.kind, kind), like(jobs.key, 'start:%')))
    const due = await db.$count(
      jobs,
      and(eq(jobs.kind, kind), isNull(jobs.doneAt), or(lte(jobs.runAt, sql`now()`), sql`${jobs.lockedUntil} > now()`)),
    )
    return started >= nodes && due === 0
  })
