/** Chromium and Firefox include the address in the message; Safari does not, but retries by itself. */
export const addressOfChunk = (error: unknown) => /https?:\/\/\S+\.js/.exec(String(error))?.[0]

const importFrom = (address: string) => import(/* @vite-ignore */ address)

/**
 * Loads a bundle chunk of the app. Chromium caches a failed import as long as the document lives: the same address fails again
 * after the network is back. So a failed chunk is requested at another address of the same file.
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
