import type { Keyring } from '#server/crypto/keyring.ts'
import type { Env } from '#server/env.ts'

export type StripeKeys = Pick<Env['stripe'], 'secretKey' | 'webhookSecret'>

const PURPOSE = 'payment-sandbox'

/**
 * The keys that payments use. A publicly reachable sandbox has its own keys, the same on every node: with the well-known keys any
 * client could list the buyers' addresses and confirm their payments.
 */
export async function keysOf(
  { stripe, isSandboxPublic }: Pick<Env, 'stripe' | 'isSandboxPublic'>,
  keyring: Keyring,
): Promise<StripeKeys> {
  if (!isSandboxPublic) return stripe
  return {
    secretKey: `sk_test_${await keyring.sign(PURPOSE, 'secret-key')}`,
    webhookSecret: `whsec_${await keyring.sign(PURPOSE, 'webhook-secret')}`,
  }
}
