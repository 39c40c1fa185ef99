import { openKeyring } from '#server/crypto/keyring.ts'
import { type Bucket, createLimit } from '#server/http/limits/rate-limit.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'

export const NEW = 'k7#mQz2pp'
/** An app behind a proxy that reports the client address of each request. */
export const start = () => startTestApp({ env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' } })
export const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
export const login = (client: Client, email: string, password: string, at = '10.0.0.1', totp?: string) =>
  client.post<{ code?: string }>('/api/auth/login', { email, password, ...(totp && { totp }) }, from(at))
export async function times<Result>(count: number, act: (at: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < count; at += 1) results.push(await act(at))
  return results
}

/** Uses up most of the quota of a client address in a bucket. Real requests would take seconds. */
export async function useUp({ database: { db } }: TestApp, bucket: Bucket, address: string, amount: number) {
  await createLimit({ db, scale: 1, keys: await openKeyring(db) })(bucket, address, amount)
}
