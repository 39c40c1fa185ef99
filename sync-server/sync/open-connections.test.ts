import { expect, test } from 'vitest'
import { countOpenConnections } from './open-connections.ts'

test('one customer of an IPv6 provider with 65,536 blocks opens at most half of the connections of a node', () => {
  const connections = countOpenConnections(0.01)
  let opened = 0
  const blockOf = (at: number) => `2001:db8:7:${at.toString(16)}::/64`
  for (let at = 0; at < 200; at += 1) {
    if (!connections.hasRoom(blockOf(at))) continue
    connections.opened(blockOf(at))
    opened += 1
  }
  expect(opened).toBe(100)
  expect(connections.hasRoom('2001:db8:8:1::/64')).toBe(true)
  connections.closed(blockOf(0))
  expect(connections.hasRoom(blockOf(150))).toBe(true)
})

test('one block opens up to its share, and closed connections are released', () => {
  const connections = countOpenConnections(0.001)
  for (let at = 0; at < 2; at += 1) connections.opened('2001:db8:7:1::/64')
  expect(connections.hasRoom('2001:db8:7:1::/64')).toBe(false)
  expect(connections.hasRoom('2001:db8:7:2::/64')).toBe(true)
  connections.closed('2001:db8:7:1::/64')
  expect(connections.hasRoom('2001:db8:7:1::/64')).toBe(true)
})
