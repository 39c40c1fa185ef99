import { Problem } from '#shared/problem.ts'

const MB = 1024 * 1024

/** 85 full pushes at once would be 380 MB of one address; a hall of 500 devices that send 100 KB each is 50 MB. */
const MOST_OF_BLOCK_BYTES = 64 * MB
const MOST_OF_NODE_BYTES = 512 * MB

/** Refused for so long: the bodies in front have arrived by then, or were given up. */
const RETRY_SECONDS = 5

/** What one body takes of the memory, from its first byte until its request is answered. */
export type BodyMeter = {
  /** @throws Problem `too-many-requests` when the address or the node holds as much as it may */
  add: (bytes: number) => void
  end: () => void
}

const meters = new WeakMap<Request, BodyMeter>()

/** The meter that the door gave to a request; none for a request that did not come through it. */
export const meterOf = (request: Request): BodyMeter | undefined => meters.get(request)

/**
 * Sums of the bytes that bodies hold, per block of addresses and of this node. The flood limit counts what is sent per second;
 * these sums count what is held: a slow sender holds its bytes for minutes, and a push all of its commands while it waits for a place.
 */
export function createBodyMeters(mostOfBlock = MOST_OF_BLOCK_BYTES, mostOfNode = MOST_OF_NODE_BYTES) {
  const blocks = new Map<string, number>()
  let ofNode = 0
  return (request: Request, block: string): BodyMeter => {
    let held = 0
    const hold = (bytes: number) => {
      held += bytes
      ofNode += bytes
      const ofBlock = (blocks.get(block) ?? 0) + bytes
      if (ofBlock > 0) blocks.set(block, ofBlock)
      else blocks.delete(block)
    }
    const meter: BodyMeter = {
      add(bytes) {
        const isOver = (blocks.get(block) ?? 0) + bytes > mostOfBlock || ofNode + bytes > mostOfNode
        if (isOver) throw new Problem('too-many-requests', undefined, RETRY_SECONDS)
        hold(bytes)
      },
      end: () => hold(-held),
    }
    meters.set(request, meter)
    return meter
  }
}
