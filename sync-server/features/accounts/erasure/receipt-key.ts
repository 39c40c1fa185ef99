import type { Vault } from '#server/crypto/keyring.ts'

/** Stands in the books in place of an erased account's address. */
export const receiptKey = (vault: Vault, email: string) => vault.sign('receipt', email.toLowerCase())
