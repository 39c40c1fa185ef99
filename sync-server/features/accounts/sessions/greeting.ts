import type { UserRow } from '#server/features/accounts/present.ts'

/** The name that letters to an account begin with. At an address that is not proved a stranger may have typed it for others to read. */
export const greetingOf = ({ firstName, emailVerifiedAt }: Pick<UserRow, 'firstName' | 'emailVerifiedAt'>): string | null =>
  emailVerifiedAt ? firstName : null
