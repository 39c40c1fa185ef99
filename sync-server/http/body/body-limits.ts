import { MAX_HAVE_BYTES, MAX_HAVE_NODES } from '#shared/sync/pull.ts'
import { MAX_PUSH_BYTES, MAX_PUSH_NODES } from '#shared/sync/push.ts'
import type { Shape } from './shape.ts'

/** The maximum that a call reads of a body. */
export type BodyLimit = Shape & { bytes: number }

/** The deepest contract nests six levels. */
const DEPTH = 12

const KB = 1024

/** The longest text of a contract has 10,000 characters of at most six bytes each. */
const TEXT = 64 * KB

const USUAL: BodyLimit = { bytes: 64 * KB, depth: DEPTH, nodes: 5000, text: TEXT }

const COLD_IMPORT: BodyLimit = { bytes: 512 * KB, depth: DEPTH, nodes: 20_000, text: 4 * KB }

/** Calls with other limits. The provider's events are read as bytes, and parsed after their signature is verified. */
const OTHERS: Record<string, BodyLimit> = {
  '/api/sync/push': { bytes: MAX_PUSH_BYTES, depth: DEPTH, nodes: MAX_PUSH_NODES, text: TEXT },
  '/api/sync/me': { bytes: MAX_HAVE_BYTES, depth: DEPTH, nodes: MAX_HAVE_NODES, text: TEXT },
  '/api/client-errors': { bytes: 16 * KB, depth: DEPTH, nodes: 1000, text: KB },
  // A thousand lines of seven cells.
  '/api/admin/cold-scout/preview': COLD_IMPORT,
  '/api/admin/cold-scout/import': COLD_IMPORT,
  '/api/stripe/webhook': { ...USUAL, bytes: 512 * KB },
}

export const bodyLimitOf = (pathname: string): BodyLimit => OTHERS[pathname.replace(/\/$/, '')] ?? USUAL
