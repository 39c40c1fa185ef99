import type { ColdFund } from '#shared/cold-scout/contract.ts'
import type { DirectoryExtent, Investor, InvestorStats } from '#shared/directory/contract.ts'

// Apart from the investors of other pages: the home page loads no byte of it.

/** Id of the element in which the server writes the part of the directory that a list shows first. */
export const FIRST_PART = 'first-part'

/** What a list says of the whole directory, before a device has all of it. */
export type FirstTotals = {
  id: 'all'
  verified: number
  others: number
  funds: number
  /** Headings of the free directory that have an entry. */
  letters: string[]
}

/** The part of the directory that a list shows first: documents by collection, as in a chunk, and the totals. */
export type FirstPart = {
  investors: Investor[]
  stats?: InvestorStats[]
  coldFunds?: ColdFund[]
  extents?: DirectoryExtent[]
  totals: [FirstTotals]
}
