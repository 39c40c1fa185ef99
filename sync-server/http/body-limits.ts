import { MAX_HAVE_BYTES, MAX_HAVE_NODES } from '#shared/sync/pull.ts'
import { MAX_PUSH_BYTES, MAX_PUSH_NODES } from '#shared/sync/push.ts'
import type { Shape } from './shape.ts'

/** What one call reads of a body at most. */
export type BodyLimit = Shape & { bytes: number }

/** No contract of ours goes deeper than six. */
const DEPTH = 12

const USUAL: BodyLimit = { bytes: 64 * 1024, depth: DEPTH, nodes: 5000 }

/** Calls whose protocol needs more. The provider's events are read as bytes, and parsed once their signature is right. */
const LARGER: Record<string, BodyLimit> = {
  '/api/sync/push': { bytes: MAX_PUSH_BYTES, depth: DEPTH, nodes: MAX_PUSH_NODES },
  '/api/sync/me': { bytes: MAX_HAVE_BYTES, depth: DEPTH, nodes: MAX_HAVE_NODES },
  '/api/stripe/webhook': { ...USUAL, bytes: 512 * 1024 },
}

export const bodyLimitOf = (pathname: string): BodyLimit => LARGER[pathname.replace(/\/$/, '')] ?? USUAL
