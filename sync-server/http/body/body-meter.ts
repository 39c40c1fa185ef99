import { wideBlockOf } from '#server/http/limits/client-address.ts'
import { Problem } from '#shared/problem.ts'

const MB = 1024 * 1024

/** Of one block of addresses. 85 full pushes at once would be 380 MB; a hall of 500 devices that send 100 KB each is 50 MB. */
const MOST_OF_BLOCK_BYTES = 64 * MB
/** Of all the blocks of one customer: ten times as many bytes would be the whole node. */
const MOST_OF_WIDE_BYTES = 256 * MB
const MOST_OF_NODE_BYTES = 512 * MB
/** What no large body takes: while pushes fill the rest, people sign in and pay. */
const SMALL_RESERVE_BYTES = 64 * MB
/** Most calls read no more. */
export const SMALL_BODY_BYTES = 64 * 1024

/** Refused for so long: the bodies in front have arrived by then, or were given up. */
const RETRY_SECONDS = 5

/** What one body takes of the memory, from its first byte until its request is answered. */
export type BodyMeter = {
  /** @throws Problem `too-many-requests` when the address, its customer or the node holds as much as it may */
  add: (bytes: number) => void
  end: () => void
}

const meters = new WeakMap<Request, BodyMeter>()

/** The meter that the door gave to a request; none for a request that did not come through it. */
export const meterOf = (request: Request): BodyMeter | undefined => meters.get(request)

const MOST = { block: MOST_OF_BLOCK_BYTES, wide: MOST_OF_WIDE_BYTES, node: MOST_OF_NODE_BYTES, reserve: SMALL_RESERVE_BYTES }

/**
 * Sums of the bytes that bodies hold, per block of addresses, per customer and of this node. The flood limit counts what is sent per
 * second; these sums count what is held: a slow sender holds its bytes for minutes, and a push all of its commands while it waits
 * for a place.
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
  /** @param longest  how long the body may become: its length, or what its call reads where it names none */
  return (request: Request, block: string, longest: number): BodyMeter => {
    const wide = wideBlockOf(block)
    const mostOfNode = longest > SMALL_BODY_BYTES ? mostOf.node - mostOf.reserve : mostOf.node
    let held = 0
    const hold = (bytes: number) => {
      held += bytes
      ofNode += bytes
      count(block, bytes)
      count(wide, bytes)
    }
    const meter: BodyMeter = {
      add(bytes) {
        const isFree = hasRoom(block, bytes, mostOf.block) && hasRoom(wide, bytes, mostOf.wide)
        if (!isFree || ofNode + bytes > mostOfNode) throw new Problem('too-many-requests', undefined, RETRY_SECONDS)
        hold(bytes)
      },
      end: () => hold(-held),
    }
    meters.set(request, meter)
    return meter
  }
}
