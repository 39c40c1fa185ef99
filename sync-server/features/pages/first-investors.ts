import type { Investor } from '#shared/directory/contract.ts'
import type { DirectoryPart } from '#shared/sync/protocol.ts'

/** Six cards of the home page, and the lines beside its heading. */
const MOST = 12

/** The home page is also served while the database does not answer. */
const WAIT_MS = 250

/** The best verified investors, for the home page; none when they cannot be read quickly. */
export const firstInvestors = (readFirstPart: () => Promise<DirectoryPart | undefined>) => async (): Promise<Investor[]> => {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, WAIT_MS, undefined)
  try {
    const part = await Promise.race([readFirstPart(), late.promise])
    const investors = (part?.put.investors ?? []) as { id: string }[] as Investor[]
    return investors.filter(({ isVerified }) => isVerified).slice(0, MOST)
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}
