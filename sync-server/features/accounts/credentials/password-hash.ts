/** OWASP's smallest recommended argon2id; Bun's default needs four times as long, and 20 people may sign in at once. */
const ARGON2 = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** In the PHC text form, which carries its own parameters and salt. */
export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password, ARGON2)

let decoy: Promise<string> | undefined

/** Whether the password is the one that was hashed. Without a hash it takes as long, and the answer is no. */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID())
  const isSame = await Bun.password.verify(password, hash ?? (await decoy))
  return isSame && Boolean(hash)
}
