import { solveProof } from './solve-proof.ts'

/** The first message says that the worker runs, the second one has the proof. */
export type ProofReply = { kind: 'runs' } | { kind: 'done'; proof: string | undefined }

const reply = (message: ProofReply) => self.postMessage(message)

/** Solves a challenge beside the page, whose thread a first visit occupies with its sync. */
self.onmessage = async ({ data }: MessageEvent<unknown>) => reply({ kind: 'done', proof: await solveProof(data) })
reply({ kind: 'runs' })
