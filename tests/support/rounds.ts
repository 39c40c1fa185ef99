import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { jobs } from '#drizzle/schema/index.ts'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

/**
 * Waits until no run of a job kind by the app itself is due or in progress. A test that runs the job itself and counts the effects
 * of one run would otherwise count both.
 */
export const ownRoundsOver = ({ database: { db } }: TestApp, kind: string) =>
  until(async () => {
    const ofKind = eq(jobs.kind, kind)
    const isDue = or(lte(jobs.runAt, sql`now()`), sql`${jobs.lockedUntil} > now()`)
    return (await db.$count(jobs, and(ofKind, isNull(jobs.doneAt), isDue))) === 0
  })
