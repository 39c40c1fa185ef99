import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { randomToken } from '#server/http/token.ts'

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
