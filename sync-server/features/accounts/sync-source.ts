import { and, eq, isNull } from 'drizzle-orm'
import { principals, users } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { AccountDoc } from '#shared/accounts/contract.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { presentUser } from './present.ts'

/** The principal of the private lane. A guest that became an account is omitted. */
export const accountSource =
  (adminEmails: readonly string[]): PrivateSource<AccountDoc> =>
  async (tx, principalId) => {
    const found = await findOwner(tx, principalId)
    const user = found?.user && presentUser(found.user, principalId, adminEmails)
    return found ? [{ id: principalId, kind: found.kind, user: user ?? null }] : []
  }

async function findOwner(db: Queryable, principalId: PrincipalId) {
  const [row] = await owners(db, principalId)
  return row
}

const owners = preparedQuery((db, principalId: PrincipalKey) =>
  db
    .select({ kind: principals.kind, user: users })
    .from(principals)
    .leftJoin(users, eq(users.id, principals.userId))
    .where(and(eq(principals.id, principalId), isNull(principals.mergedInto))),
)
