import { hashToken } from '#server/http/token.ts'

/** Keys of no installation, for tests that only compare signatures. */
export const FIXED_KEYS = { sign: async (purpose: string, text: string) => hashToken(`${purpose} ${text}`) }
