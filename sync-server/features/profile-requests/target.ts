import type { Queryable } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'
import type { RequestKind } from '#shared/profile-requests/contract.ts'
import { findListed, findPerson, findRecord } from './queries.ts'

/** A person listed without their request, as described in mails to strangers. */
export type Target = {
  /** A decision maker's name is sold, so the role is used instead. */
  called: string
  /** The mailbox whose owner decides. */
  email: string | null
}

/**
 * A record of the external listing, or a decision maker of Cold Scout. A record that has vanished from the source cannot be
 * claimed, but it can be removed: buyers read its contact, and the source may list it again.
 */
export async function findTarget(db: Queryable, id: VcId, kind: RequestKind): Promise<Target | undefined> {
  const listed = await (kind === 'remove' ? findRecord : findListed)(db, id)
  if (listed) return { called: listed.name, email: listed.email }
  const found = await findPerson(db, id)
  return found && { called: `${found.person.role} of ${found.fundName}`, email: null }
}
