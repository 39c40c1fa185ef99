/** A result on a slow machine is late, and not wrong: `until`, `eventually`, `expect.poll` and `findBy…` wait for so long. */
export const DEADLINE_MS = 60_000
const LOOK_AGAIN_MS = 25

/** Polls until a condition holds. @throws the last result seen, when the deadline passes */
export async function until<Seen>(look: () => Promise<Seen>, isThere: (seen: Seen) => unknown = Boolean): Promise<Seen> {
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    const seen = await look()
    if (isThere(seen)) return seen
    if (Date.now() > deadline) throw new Error(`It did not come; last seen: ${JSON.stringify(seen)}`)
    await Bun.sleep(LOOK_AGAIN_MS)
  }
}
