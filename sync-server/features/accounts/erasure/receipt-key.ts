import type { Keyring } from '#server/crypto/keyring.ts'

/** Replaces the address of an erased account in the ledger. */
export const receiptKey = (keyring: Keyring, email: string) => keyring.sign('receipt', email.toLowerCase())
