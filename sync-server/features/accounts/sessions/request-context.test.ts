import { expect, test } from 'vitest'
import { publicOrigin } from './request-context.ts'

const OWN = 'http://127.0.0.1:3000'

test.each([
  ['the public address, independent of the request', 'evil.example', 'https://latchkey.example/', 'https://latchkey.example'],
  ['the request on this machine', 'localhost:4000', undefined, 'http://localhost:4000'],
  ['this server, when a request names another one', 'evil.example', undefined, OWN],
  ['this server, when a name only begins with a loopback address', '127.0.0.1.evil.example', undefined, OWN],
  ['this server, when the name is hidden behind user info', 'localhost:80@evil.example', undefined, OWN],
])('a link leads to %s', (_, host, publicUrl, base) => {
  expect(publicOrigin(new Request('http://localhost/', { headers: { host } }), publicUrl, OWN)).toBe(base)
})
