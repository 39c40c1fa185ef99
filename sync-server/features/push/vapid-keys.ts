import { eq } from 'drizzle-orm'
import webPush from 'web-push'
import { serverSecrets } from '#drizzle/schema/index.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import type { Env } from '#server/env.ts'

/** In base64url: the point and the scalar of one P-256 key. */
export type VapidKeys = { publicKey: string; privateKey: string }

const NAME = 'vapid'

/**
 * The keys that identify this installation to push services: those of the environment, or its own, which the first start generates
 * and the database keeps, encrypted. All nodes have the same.
 *
 * @see RFC 8292
 */
export async function openVapidKeys(
  db: Database,
  keyring: Keyring,
  { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Pick<Env, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY'>,
): Promise<VapidKeys> {
  if (publicKey && privateKey) return { publicKey, privateKey }
  const find = () => db.select().from(serverSecrets).where(eq(serverSecrets.name, NAME))
  let [row] = await find()
  if (!row) {
    const value = await keyring.encrypt(JSON.stringify(webPush.generateVAPIDKeys()), NAME)
    // If two nodes do this concurrently, one insert succeeds, and both read its value.
    await db.insert(serverSecrets).values({ name: NAME, value }).onConflictDoNothing()
    ;[row] = await find()
  }
  if (!row) throw new Error('The keys for pushes cannot be read')
  return JSON.parse(await keyring.decrypt(row.value, NAME)) as VapidKeys
}
