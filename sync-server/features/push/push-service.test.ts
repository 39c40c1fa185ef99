import { expect, test, vi } from 'vitest'

test('a name that resolves to a private address is not called, even where another address is public', async () => {
  vi.doMock('node:dns/promises', () => ({
    lookup: async () => [
      { address: '142.250.74.10', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
  }))
  const { callPushService, PrivateAddress } = await import('./push-service.ts')
  const call = callPushService({ endpoint: 'https://push.example/send', headers: {}, body: new Uint8Array(1) }, [])
  await expect(call).rejects.toThrow(PrivateAddress)
  vi.doUnmock('node:dns/promises')
})
