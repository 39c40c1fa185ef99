import * as v from 'valibot'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { UserId } from '#shared/ids.ts'
import { OptionalMailGroup } from '#shared/notices/unsubscribe.ts'

/** Who unsubscribes from what. `email` is the address of the mail: the link counts while the account has it. */
const Unsubscribing = v.object({
  userId: v.pipe(
    v.string(),
    v.transform((id) => id as UserId),
  ),
  group: OptionalMailGroup,
  email: v.string(),
})
type Unsubscribing = v.InferOutput<typeof Unsubscribing>

const PURPOSE = 'unsubscribe'

/** A token for one mailbox and one group, encrypted: it names neither to its reader. It does not expire, because unsubscribing must work. */
export async function createUnsubscribeToken(keyring: Pick<Keyring, 'encrypt'>, about: Unsubscribing): Promise<string> {
  return Buffer.from(await keyring.encrypt(JSON.stringify(about), PURPOSE)).toString('base64url')
}

/** @returns undefined for a token that this installation has not made */
export async function readUnsubscribeToken(keyring: Pick<Keyring, 'decrypt'>, token: string): Promise<Unsubscribing | undefined> {
  try {
    const text = await keyring.decrypt(Buffer.from(token, 'base64url'), PURPOSE)
    const parsed = v.safeParse(Unsubscribing, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
