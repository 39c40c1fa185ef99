import type { users } from '#drizzle/schema/index.ts'

type Names = Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'email'>

/** The name of an account as shown to admins. */
export const nameOf = ({ firstName, lastName, email }: Names): string => [firstName, lastName].filter(Boolean).join(' ') || email
