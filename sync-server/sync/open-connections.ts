import { wideBlockOf } from '#server/http/limits/client-address.ts'

/** A conference hall behind one address is a few hundred devices. Each connection uses 8 KB and a file descriptor. */
const MAX_PER_BLOCK = 2000
/** For all the blocks of one customer: ten times the limit of a block would be the whole node. */
const MAX_PER_WIDE_BLOCK = 10_000
const MAX_PER_NODE = 20_000

/** Counts open live connections per block of addresses, per customer and on this node. */
export function countOpenConnections(scale: number) {
  const blocks = new Map<string, number>()
  let ofNode = 0
  const isFree = (block: string, most: number) => (blocks.get(block) ?? 0) < most * scale
  const count = (block: string | undefined, by: 1 | -1) => {
    if (block === undefined) return
    const open = (blocks.get(block) ?? 0) + by
    if (open > 0) blocks.set(block, open)
    else blocks.delete(block)
  }
  const countAll = (block: string, by: 1 | -1) => {
    ofNode += by
    count(block, by)
    count(wideBlockOf(block), by)
  }
  return {
    hasRoom: (block: string) =>
      isFree(block, MAX_PER_BLOCK) && isFree(wideBlockOf(block) ?? '', MAX_PER_WIDE_BLOCK) && ofNode < MAX_PER_NODE * scale,
    opened: (block: string) => countAll(block, 1),
    closed: (block: string) => countAll(block, -1),
  }
}
