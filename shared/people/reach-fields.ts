import type { PersonField } from './contract.ts'

/** The ways to reach a person. A file may have several values of one. */
export const reachFields = ['email', 'phone', 'telegram', 'linkedinUrl', 'twitterUrl', 'website'] as const satisfies PersonField[]
