import type { ProofReply } from './proof-worker.ts'
import { solveProof } from './solve-proof.ts'

/** A worker that does not run by then is taken for dead. */
const START_MS = 5000

export type StartWorker = () => Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

const startWorker: StartWorker = () => new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })

/**
 * Solves a challenge in a worker, and where none starts or it dies, in the page: between two of its thousand tasks the page
 * responds, and a busy page takes longer for them.
 *
 * @returns as `solveProof`
 */
export async function solveAside(
  challenge: unknown,
  signal?: AbortSignal,
  { start = startWorker, solve = solveProof, startMs = START_MS } = {},
): Promise<string | undefined> {
  try {
    return await inWorker(start(), challenge, signal, startMs)
  } catch {
    return solve(challenge, signal)
  }
}

async function inWorker(worker: ReturnType<StartWorker>, challenge: unknown, signal: AbortSignal | undefined, startMs: number) {
  const clean = new AbortController()
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      const overdue = setTimeout(() => reject(new Error('The worker does not start')), startMs)
      clean.signal.addEventListener('abort', () => clearTimeout(overdue))
      worker.onmessage = ({ data }: MessageEvent<ProofReply>) => {
        clearTimeout(overdue)
        if (data.kind === 'done') resolve(data.proof)
      }
      worker.onerror = reject
      if (signal?.aborted) resolve(undefined)
      signal?.addEventListener('abort', () => resolve(undefined), { signal: clean.signal })
      worker.postMessage(challenge)
    })
  } finally {
    clean.abort()
    worker.terminate()
  }
}
