import { loadChunk } from '#web/net/tab/load-chunk.ts'

/** One chunk for all of it: the app contains the name of each chunk, and every page loads each of them. */
export const loadBackground = async () => (await loadChunk(() => import('./background.ts'))).background
