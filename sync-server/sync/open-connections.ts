import { wideBlockOf } from '#server/http/limits/client-address.ts'

/** A conference hall behind one address is a few hundred devices. Each connection takes 8 KB and a descriptor. */
const MOST_OF_BLOCK = 2000
/** Of all the blocks of one customer: ten times as many would be the whole node. */
const MOST_OF_WIDE = 10_000
const MOST_OF_NODE = 20_000

/** Live connections that are open, per block of addresses, per customer and on this node. */
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
      isFree(block, MOST_OF_BLOCK) && isFree(wideBlockOf(block) ?? '', MOST_OF_WIDE) && ofNode < MOST_OF_NODE * scale,
    opened: (block: string) => countAll(block, 1),
    closed: (block: string) => countAll(block, -1),
  }
}
