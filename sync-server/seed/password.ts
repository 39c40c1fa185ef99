import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { users } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { verifyPassword } from '#server/features/accounts/credentials/password-hash.ts'
import { randomToken } from '#server/http/token.ts'
import { DEMO_FOUNDER } from './accounts.ts'

/** The password of the demo accounts: the configured one, or a random one that only this machine's operator can read. */
export async function demoPassword(env: { DEMO_PASSWORD?: string | undefined; DATA_DIR: string }): Promise<string> {
  if (env.DEMO_PASSWORD) return env.DEMO_PASSWORD
  const file = `${env.DATA_DIR}/demo-password`
  await mkdir(env.DATA_DIR, { recursive: true })
  const fresh = randomToken().slice(0, 16)
  try {
    await writeFile(file, `${fresh}\n`, { mode: 0o600, flag: 'wx' })
    return fresh
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return (await readFile(file, 'utf8')).trim()
  }
}

/** Whether the demo founder signs in with this password. Accounts of an earlier start keep the one they were created with. */
export async function isDemoPassword(db: Database, password: string): Promise<boolean> {
  const [founder] = await db.select({ hash: users.password }).from(users).where(eq(users.id, DEMO_FOUNDER))
  return founder !== undefined && (await verifyPassword(password, founder.hash))
}
