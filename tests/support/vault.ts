import { hashToken } from '#server/http/token.ts'

/** Keys of no installation, for what only tells one text from another. */
export const FIXED_KEYS = { sign: async (purpose: string, text: string) => hashToken(`${purpose} ${text}`) }
