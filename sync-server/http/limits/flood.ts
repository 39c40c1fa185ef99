import { LRUCache } from 'lru-cache'
import { Problem } from '#shared/problem.ts'
import { WIDE, wideBlockOf } from './client-address.ts'

/**
 * Refuses a call before it is processed, once an address has sent too many.
 *
 * @param calls  the weight of the call, without its bytes
 * @throws Problem `too-many-requests`
 */
export type Flood = (block: string, bytes: number, calls?: number) => void

/** A conference hall that shares one address sends at most a few hundred small bodies a second. */
const BURST = 6000
const PER_SECOND = 200

/** This many bytes cost as much as one more body. A full push is about 70. */
const BYTES_EACH = 64 * 1024

/** Addresses that one node tracks. When more are active, the oldest are reset: memory must not grow with an attack. */
const MAX_BLOCKS = 20_000

type BucketLevel = { level: number; at: number }

/**
 * A leaky bucket per block of addresses, in the memory of this node: it must cost less than what it keeps out, so it makes no
 * database query. The limits per account and per promise are in `rate-limit.ts`.
 *
 * @param now  milliseconds, from any origin
 */
export function createFlood({ scale, now = () => performance.now() }: { scale: number; now?: () => number }): Flood {
  const blocks = new LRUCache<string, BucketLevel>({ max: MAX_BLOCKS })
  const fill = (block: string, by: number, times: number) => {
    const most = BURST * scale * times
    const perMs = (PER_SECOND * scale * times) / 1000
    const known = blocks.get(block)
    const at = now()
    const level = known ? Math.max(0, known.level - (at - known.at) * perMs) : 0
    const after = level + by
    blocks.set(block, { level: Math.min(after, most), at })
    if (after > most) throw new Problem('too-many-requests', undefined, Math.max(1, Math.ceil((after - most) / perMs / 1000)))
  }
  return (block, bytes, calls = 1) => {
    const weight = calls + bytes / BYTES_EACH
    // A sum that is not a number would never be refused again.
    const by = Number.isFinite(weight) ? weight : BURST * scale
    fill(block, by, 1)
    const wide = wideBlockOf(block)
    if (wide !== undefined) fill(wide, by, WIDE)
  }
}
