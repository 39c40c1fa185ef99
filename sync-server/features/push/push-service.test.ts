import { expect, test } from 'vitest'
import { callPushService, PrivateAddress } from './push-service.ts'

test('a name that resolves to a private address is not called, even where another address is public', async () => {
  const resolveName = async () => [
    { address: '142.250.74.10', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  const request = { endpoint: 'https://push.example/send', headers: {}, body: new Uint8Array(1) }
  await expect(callPushService(request, [], resolveName)).rejects.toThrow(PrivateAddress)
})
