/** Chromium and Firefox name the address in the message; Safari does not, and tries again by itself. */
export const addressOfChunk = (error: unknown) => /https?:\/\/\S+\.js/.exec(String(error))?.[0]

const importFrom = (address: string) => import(/* @vite-ignore */ address)

/**
 * Loads a chunk of the app. Chromium keeps a failed import for the life of the document: the same address fails again after
 * the network is back. A chunk that failed is therefore asked for at another address of the same file.
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>, importAt = importFrom): Promise<Chunk> {
  try {
    return await load()
  } catch (error) {
    const address = addressOfChunk(error)
    if (!address) throw error
    return importAt(`${address}?again=${Date.now()}`)
  }
}
