import { fold } from '#shared/search/normalise-text.ts'

/** What identifies a person of a file, where neither an id nor a profile does: the fund's page and the name. */
export const idInFile = (fundSlug: string, fullName: string): string => `cold:${fundSlug}:${fold(fullName)}`
