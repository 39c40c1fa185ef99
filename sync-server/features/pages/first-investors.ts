import type { Investor } from '#shared/directory/contract.ts'
import { pausedLast } from '#shared/directory/paused.ts'
import type { BestDocuments } from './best-documents.ts'

/** Six cards of the home page, and the lines beside its heading. */
const MOST = 12

/** The home page is also served while the database does not answer. */
const WAIT_MS = 250

/** The best verified investors who can be reached, for the home page; none when they cannot be read quickly. */
export const firstInvestors =
  (readBest: () => Promise<Pick<BestDocuments, 'verified'> | undefined>, now: () => Date) => async (): Promise<Investor[]> => {
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(late.resolve, WAIT_MS, undefined)
    try {
      const best = await Promise.race([readBest(), late.promise])
      return pausedLast(best?.verified ?? [], now().getTime()).slice(0, MOST)
    } catch {
      return []
    } finally {
      clearTimeout(timer)
    }
  }
