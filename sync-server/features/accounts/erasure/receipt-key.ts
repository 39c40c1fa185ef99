import type { Keyring } from '#server/crypto/keyring.ts'

/** Stands in the books in place of an erased account's address. */
export const receiptKey = (keyring: Keyring, email: string) => keyring.sign('receipt', email.toLowerCase())
