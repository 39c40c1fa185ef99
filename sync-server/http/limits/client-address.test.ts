import { expect, test } from 'vitest'
import { addressBlock, clientAddress, wideBlockOf } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s counts as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block)
})

test.each([
  ['2001:db8:7:1::/64', '2001:db8:7::/48'],
  ['2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['vc-request:2001:db8:7:1::/64', 'vc-request:2001:db8:7::/48'],
  ['ada@example.com:2001:db8:7:1::/64', 'ada@example.com:2001:db8:7::/48'],
  ['203.0.113.7', undefined],
  ['vc-request:203.0.113.7', undefined],
  ['unknown', undefined],
  ['', undefined],
])('the wider block of %s is %s', (block, wide) => {
  expect(wideBlockOf(block)).toBe(wide)
})

test('input that is not an address gives a key of limited length', () => {
  expect(addressBlock('x'.repeat(5000))).toHaveLength(64)
})

test('all addresses of a subscriber share one bucket, also behind a proxy', () => {
  const seen = (last: string) =>
    clientAddress(new Request('http://localhost', { headers: { 'x-forwarded-for': `1.1.1.1, 2001:db8:1:2::${last}` } }), null, 1)
  expect(new Set(['1', '2', 'ffff', 'b:c:d'].map(seen)).size).toBe(1)
})
