import type { users } from '#drizzle/schema/index.ts'

type Names = Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'email'>

/** What an account is called among admins. */
export const nameOf = ({ firstName, lastName, email }: Names): string => [firstName, lastName].filter(Boolean).join(' ') || email
