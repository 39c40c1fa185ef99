import { BlockList, isIP } from 'node:net'

/**
 * Ranges that are not on the public Internet, from the registries of special-purpose addresses (RFC 6890), with the metadata
 * services of clouds among them (169.254.0.0/16).
 */
const notPublic = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, bits, 'ipv4')

/** Public unicast addresses of version 6, and within them ranges that tunnel to others or only serve as examples. */
const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')
const notPublic6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic6.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is on the public Internet. Text that is no IP address is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4')
    case 6:
      return unicast.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
    default:
      return false
  }
}

export const isLoopbackAddress = (address: string): boolean => address === '::1' || /^127\.(\d{1,3}\.){2}\d{1,3}$/.test(address)
