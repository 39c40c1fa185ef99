const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i
const GROUPS = 8
const OWN_GROUPS = 4

/**
 * What one subscriber has of the internet: an IPv4 address, or the first 64 bits of an IPv6 address, because a subscriber
 * may take any address below them. An IPv4 address that is written as an IPv6 one is the IPv4 address.
 */
export function addressBlock(address: string): string {
  const mapped = MAPPED.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const between = tail === undefined ? [] : Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0')
  const groups = [...before, ...between, ...after].slice(0, OWN_GROUPS)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
