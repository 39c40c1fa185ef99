import type { Queryable } from '#server/database/client.ts'
import type { UserId } from '#shared/ids.ts'
import type { Visit } from '#shared/visits/contract.ts'

/** Which of these ids are public now, and not the caller's own: what a feature knows of its subjects. */
export type ListVisitable = (db: Queryable, ids: string[], userId: UserId | undefined) => Promise<string[]>

/** One for every subject: a missing one does not compile. */
export type Visitable = Record<Visit['subject'], ListVisitable>
