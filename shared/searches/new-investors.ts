import type { Investor } from '#shared/directory/contract.ts'
import type { SavedSearch } from './contract.ts'

/** Whether an investor was listed after the last opening of a search. */
export const isNewSince = ({ listedAt }: Pick<Investor, 'listedAt'>, seenUpTo: SavedSearch['seenUpTo']) =>
  seenUpTo !== null && Date.parse(listedAt) > Date.parse(seenUpTo)

/** When the newest of these investors was listed; null for none. */
export function newestOf(investors: Iterable<Pick<Investor, 'listedAt'>>): string | null {
  let newest = Number.NEGATIVE_INFINITY
  for (const { listedAt } of investors) newest = Math.max(newest, Date.parse(listedAt) || newest)
  return Number.isFinite(newest) ? new Date(newest).toISOString() : null
}
