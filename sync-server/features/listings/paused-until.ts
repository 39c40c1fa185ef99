import { sql } from 'drizzle-orm'
import { vcs } from '#drizzle/schema/index.ts'
import { SUSPENDED_UNTIL } from '#shared/directory/paused.ts'

/**
 * The end of a listing's pause: its own, or none in sight while its account is banned. The owner's pause is kept, and applies again
 * when the ban ends.
 */
export const pausedUntil = sql<string | null>`case when ${vcs.isSuspended} then ${SUSPENDED_UNTIL} else ${vcs.pausedUntil} end`
