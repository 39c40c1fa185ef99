const DEADLINE_MS = 20_000
const LOOK_AGAIN_MS = 25

/** Waits for something that comes by itself. @throws the last thing seen, when it does not come */
export async function until<Seen>(look: () => Promise<Seen>, isThere: (seen: Seen) => unknown = Boolean): Promise<Seen> {
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    const seen = await look()
    if (isThere(seen)) return seen
    if (Date.now() > deadline) throw new Error(`It did not come; last seen: ${JSON.stringify(seen)}`)
    await Bun.sleep(LOOK_AGAIN_MS)
  }
}
