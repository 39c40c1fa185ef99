import type { Investor } from '#shared/directory/contract.ts'
import { pausedLast } from '#shared/directory/paused.ts'
import type { DirectoryPart } from '#shared/sync/protocol.ts'

/** Six cards of the home page, and the lines beside its heading. */
const MOST = 12

/** The home page is also served while the database does not answer. */
const WAIT_MS = 250

/** The best verified investors who can be reached, for the home page; none when they cannot be read quickly. */
export const firstInvestors =
  (readFirstPart: () => Promise<DirectoryPart | undefined>, now: () => Date) => async (): Promise<Investor[]> => {
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(late.resolve, WAIT_MS, undefined)
    try {
      const part = await Promise.race([readFirstPart(), late.promise])
      const investors = (part?.put.investors ?? []) as { id: string }[] as Investor[]
      return pausedLast(
        investors.filter(({ isVerified }) => isVerified),
        now().getTime(),
      ).slice(0, MOST)
    } catch {
      return []
    } finally {
      clearTimeout(timer)
    }
  }
