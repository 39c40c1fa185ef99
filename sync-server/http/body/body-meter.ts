import { wideBlockOf } from '#server/http/limits/client-address.ts'
import { Problem } from '#shared/problem.ts'

const MB = 1024 * 1024

/**
 * Per block of addresses. 85 concurrent full pushes would be 380 MB; a conference hall with 500 devices that send 100 KB each is
 * 50 MB.
 */
const MAX_BYTES_PER_BLOCK = 64 * MB
/** For all the blocks of one customer: ten times the limit of a block would be the whole node. */
const MAX_BYTES_PER_WIDE_BLOCK = 256 * MB
const MAX_BYTES_PER_NODE = 512 * MB
/** Reserved for small bodies: while pushes fill the rest, users can still sign in and pay. */
const SMALL_RESERVE_BYTES = 64 * MB
/** Most calls read at most this much. */
export const SMALL_BODY_BYTES = 64 * 1024

/** Retry-After of a refusal: the bodies in front have arrived or failed after this time. */
const RETRY_SECONDS = 5

/** The memory that one body uses, from its first byte until its request is answered. */
export type BodyMeter = {
  /** @throws Problem `too-many-requests` when the address, its customer or the node has reached its limit */
  add: (bytes: number) => void
  end: () => void
}

const meters = new WeakMap<Request, BodyMeter>()

/** The meter that the request guard assigned to a request; undefined for a request that did not pass the guard. */
export const meterOf = (request: Request): BodyMeter | undefined => meters.get(request)

const MOST = {
  block: MAX_BYTES_PER_BLOCK,
  wide: MAX_BYTES_PER_WIDE_BLOCK,
  node: MAX_BYTES_PER_NODE,
  reserve: SMALL_RESERVE_BYTES,
}

/**
 * Sums of the bytes that buffered bodies use: per block of addresses, per customer and for this node. The flood limit counts
 * bytes sent per second. These sums count bytes in memory: a slow sender occupies its bytes for minutes, and a push occupies all
 * of its mutations while it waits for a slot.
 */
export function createBodyMeters(most: Partial<typeof MOST> = {}) {
  const mostOf = { ...MOST, ...most }
  const blocks = new Map<string, number>()
  let ofNode = 0
  const hasRoom = (block: string | undefined, bytes: number, most: number) =>
    block === undefined || (blocks.get(block) ?? 0) + bytes <= most
  const count = (block: string | undefined, bytes: number) => {
    if (block === undefined) return
    const sum = (blocks.get(block) ?? 0) + bytes
    if (sum > 0) blocks.set(block, sum)
    else blocks.delete(block)
  }
  /** @param longest  maximum length of the body: its content length, or the limit of its call when there is none */
  return (request: Request, block: string, longest: number): BodyMeter => {
    const wide = wideBlockOf(block)
    const mostOfNode = longest > SMALL_BODY_BYTES ? mostOf.node - mostOf.reserve : mostOf.node
    let used = 0
    const reserve = (bytes: number) => {
      used += bytes
      ofNode += bytes
      count(block, bytes)
      count(wide, bytes)
    }
    const meter: BodyMeter = {
      add(bytes) {
        const isFree = hasRoom(block, bytes, mostOf.block) && hasRoom(wide, bytes, mostOf.wide)
        if (!isFree || ofNode + bytes > mostOfNode) throw new Problem('too-many-requests', undefined, RETRY_SECONDS)
        reserve(bytes)
      },
      end: () => reserve(-used),
    }
    meters.set(request, meter)
    return meter
  }
}
