/** A conference hall behind one address is a few hundred devices. Each connection takes 8 KB and a descriptor. */
const MOST_OF_BLOCK = 2000
const MOST_OF_NODE = 20_000

/** Live connections that are open, per block of addresses and on this node. */
export function countOpenConnections(scale: number) {
  const blocks = new Map<string, number>()
  let ofNode = 0
  return {
    hasRoom: (block: string) => (blocks.get(block) ?? 0) < MOST_OF_BLOCK * scale && ofNode < MOST_OF_NODE * scale,
    opened(block: string) {
      ofNode += 1
      blocks.set(block, (blocks.get(block) ?? 0) + 1)
    },
    closed(block: string) {
      ofNode -= 1
      const left = (blocks.get(block) ?? 0) - 1
      if (left > 0) blocks.set(block, left)
      else blocks.delete(block)
    },
  }
}
