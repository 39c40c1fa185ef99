import type { users } from '#drizzle/schema/index.ts'
import { fullName } from '#shared/accounts/full-name.ts'

type Names = Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'email'>

/** The name of an account as shown to admins. */
export const nameOf = (account: Names): string => fullName(account) ?? account.email
