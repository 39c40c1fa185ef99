import type { Queryable } from '#server/db.ts'
import type { VcId } from '#shared/ids.ts'
import { findListed, findPerson } from './queries.ts'

/** Whom we list without having been asked, as letters to a stranger may speak of them. */
export type Target = {
  /** A decision maker's name is sold, so they are named by their role. */
  called: string
  /** The mailbox that decides. */
  email: string | null
}

/** A record of the external listing, or a decision maker of Cold Scout. */
export async function findTarget(db: Queryable, id: VcId): Promise<Target | undefined> {
  const listed = await findListed(db, id)
  if (listed) return { called: listed.name, email: listed.email }
  const found = await findPerson(db, id)
  return found && { called: `${found.person.role} of ${found.fundName}`, email: null }
}
