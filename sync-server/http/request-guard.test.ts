import { expect, test } from 'vitest'
import { MAX_PUSH_BYTES } from '#shared/sync/push.ts'
import { requestGuard } from './request-guard.ts'

test.each<[string, string, Record<string, string>, number]>([
  ['has a content length', '/api/sync/push', { 'content-length': '100' }, 100],
  ['has none, of a call with a large limit', '/api/sync/push', { 'transfer-encoding': 'chunked' }, MAX_PUSH_BYTES],
  ['has none, of a call with a small limit', '/api/auth/login', { 'transfer-encoding': 'chunked' }, 64 * 1024],
])('the maximum memory of a body that %s', async (_, path, more, expected) => {
  const longest: number[] = []
  const meter = (_: Request, block: string, bytes: number) => {
    expect(block).toBe('2001:db8:7:1::/64')
    longest.push(bytes)
    return { add: () => undefined, end: () => undefined }
  }
  const http = requestGuard({ flood: () => undefined, trustedProxies: 1, isFile: () => false, meter })
  const headers = { 'x-forwarded-for': '2001:db8:7:1::9', 'content-type': 'application/json', ...more }
  await http.handle(new Request(`http://localhost${path}`, { method: 'POST', headers, body: '{}' }))
  expect(longest).toEqual([expected])
})
