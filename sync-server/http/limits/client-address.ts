import { isIP } from 'node:net'

type Connection = { requestIP: (request: Request) => { address: string } | null }

/** No valid address is longer. */
const LONGEST = 64

/**
 * The client address that address limits count, as a block: a whole IPv4 address, or the /64 of an IPv6 one.
 *
 * Each proxy appends the peer it saw to `X-Forwarded-For`, so with n trusted proxies the n-th entry from the right is the client.
 * The client can forge all entries left of it. Without a trusted proxy the header is ignored.
 */
export function clientAddress(request: Request, connection: Connection | null, trustedProxies: number): string {
  if (trustedProxies > 0) {
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
    const claimed = hops.at(-trustedProxies)
    if (claimed) return addressBlock(claimed)
  }
  return addressBlock(connection?.requestIP(request)?.address ?? 'unknown')
}

/**
 * The block that one subscriber controls: an IPv4 address, also when it is written as an IPv6 one, or the first 64 bits of an
 * IPv6 address, whose other half a subscriber chooses freely (RFC 6177). Ports and zones are left out.
 */
export function addressBlock(address: string): string {
  const bare = /^\[([^\]]*)\]/.exec(address)?.[1] ?? (/^[\d.]+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address)
  const [ip = ''] = bare.split('%')
  if (isIP(ip) !== 6) return ip.slice(0, LONGEST)
  const groups = groupsOf(ip)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  const [high = 0, low = 0] = groups.slice(6)
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

const NARROW = /(?<![\da-f])((?:[\da-f]{1,4}:){3})[\da-f]{1,4}::\/64$/

/**
 * The /48 of a block of IPv6 addresses, `undefined` for every other block. A key that ends in a block is returned with the wider
 * block.
 *
 * A provider assigns one customer up to a /48, which is 65,536 blocks (RFC 6177). Each limit by address therefore counts both:
 * the /64, and the /48 with `WIDE` times as much, or with a share that leaves capacity for others where that would be everything.
 */
export function wideBlockOf(block: string): string | undefined {
  const match = NARROW.exec(block)
  return match ? `${block.slice(0, match.index)}${match[1]}:/48` : undefined
}

/** Factor between the limit of a /48 and the limit of one of its blocks. */
export const WIDE = 10

/** A block as a path, from customer to network: for slots that are assigned in turn. */
export const pathOf = (block: string): [wide: string, narrow: string] => [wideBlockOf(block) ?? block, block]

/** The eight 16-bit groups of a valid IPv6 address. @see RFC 4291 §2.2 */
function groupsOf(ip: string): number[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(ip)
  const [a = 0, b = 0, c = 0, d = 0] = (dotted?.slice(1) ?? []).map(Number)
  const hex = dotted ? ip.slice(0, dotted.index) + [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16)).join(':') : ip
  const [head = '', tail] = hex.split('::')
  const read = (part: string | undefined) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [])
  if (tail === undefined) return read(head)
  const [before, after] = [read(head), read(tail)]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}
