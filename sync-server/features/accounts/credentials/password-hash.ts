/**
 * The smallest argon2id parameters that OWASP recommends. Bun's default takes four times as long, and 20 users may sign in
 * concurrently.
 */
const ARGON2 = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** In PHC string format, which contains the parameters and the salt. */
export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password, ARGON2)

let decoy: Promise<string> | undefined

/** Whether the password matches the hash. Without a hash it takes equally long and returns false. */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID())
  const isSame = await Bun.password.verify(password, hash ?? (await decoy))
  return isSame && Boolean(hash)
}
