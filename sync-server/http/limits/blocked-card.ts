import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { blocks } from '#drizzle/schema/index.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Queryable } from '#server/database/client.ts'

/** How a card is stored: a keyed hash of the provider's fingerprint. */
export const cardKeyOf = (keyring: Pick<Keyring, 'sign'>, fingerprint: string): Promise<string> =>
  keyring.sign('card', fingerprint)

/**
 * Whether the block list has a card. The hit is counted in the same statement. The provider names the card only after it was tried,
 * so this comes before a purchase is delivered and not before the payment.
 *
 * @param hits  0 for an attempt that was counted before
 */
export async function isCardBlocked(db: Queryable, now: Date, cardKey: string, hits: 0 | 1 = 1): Promise<boolean> {
  const hit = await db
    .update(blocks)
    .set({ hits: sql`${blocks.hits} + ${hits}::int`, lastHitAt: now })
    .where(and(eq(blocks.kind, 'card'), eq(blocks.value, cardKey), or(isNull(blocks.endsAt), gt(blocks.endsAt, now))))
    .returning({ id: blocks.id })
  return hit.length > 0
}
