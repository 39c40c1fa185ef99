import { asc, or, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'

/** Accounts with a role, and verified accounts of the listed addresses, by address. */
export const listMembers = (db: Queryable, adminEmails: readonly string[]) =>
  db
    .select()
    .from(users)
    .where(or(sql`${users.adminRoles} <> '{}'`, isListed(adminEmails)))
    .orderBy(asc(users.email))

const isListed = (adminEmails: readonly string[]) =>
  sql`(${users.emailVerifiedAt} is not null and lower(${users.email}) in (
    select jsonb_array_elements_text(${JSON.stringify(adminEmails)}::jsonb)))`
