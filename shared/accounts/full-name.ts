type Names = { firstName?: string | null | undefined; lastName?: string | null | undefined }

/** First and last name with a space between them; null for an account without a name. */
export const fullName = (account: Names | null | undefined): string | null =>
  [account?.firstName, account?.lastName].filter(Boolean).join(' ') || null
