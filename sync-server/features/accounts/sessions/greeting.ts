import type { UserRow } from '#server/features/accounts/present.ts'

/**
 * The name in the greeting of mails to an account. For an unverified address a stranger may have typed it as a message to others.
 */
export const greetingOf = ({ firstName, emailVerifiedAt }: Pick<UserRow, 'firstName' | 'emailVerifiedAt'>): string | null =>
  emailVerifiedAt ? firstName : null
