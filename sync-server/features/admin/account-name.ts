import type { users } from '#drizzle/schema/index.ts'
import { fullName } from '#shared/accounts/full-name.ts'

type Names = Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'email'>

/** What an account is called among admins. */
export const nameOf = (account: Names): string => fullName(account) ?? account.email
