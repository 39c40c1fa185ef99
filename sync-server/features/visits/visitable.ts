import type { Queryable } from '#server/database/client.ts'
import type { UserId } from '#shared/ids.ts'
import type { Visit } from '#shared/visits/contract.ts'

/** Returns the ids that are public now and not the caller's own; each feature knows its own subjects. */
export type ListVisitable = (db: Queryable, ids: string[], userId: UserId | undefined) => Promise<string[]>

/** One entry per subject: a missing one does not compile. */
export type Visitable = Record<Visit['subject'], ListVisitable>
