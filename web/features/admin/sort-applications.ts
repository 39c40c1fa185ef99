import type { AdminApplication } from '#shared/admin/applications.ts'
import { fold } from '#shared/search/normalise-text.ts'

export const isWaiting = ({ isVerified, reviewStatus }: AdminApplication) => !isVerified && reviewStatus === 'pending'

/** The three lists of the page, each in the order of the server. */
export const sortApplications = (applications: AdminApplication[]) => ({
  pending: applications.filter(isWaiting),
  verified: applications.filter(({ isVerified }) => isVerified),
  turnedDown: applications.filter((vc) => !vc.isVerified && !isWaiting(vc)),
})

/** Items that contain every search term in one of their texts; accents and case are ignored. */
export function filterByTerms<Item>(items: Item[], query: string, textOf: (item: Item) => (string | null | undefined)[]): Item[] {
  const terms = fold(query).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return items
  return items.filter((item) => {
    const text = fold(textOf(item).filter(Boolean).join(' '))
    return terms.every((term) => text.includes(term))
  })
}

/** The length at which the server has truncated a list; `undefined` for a complete one. */
export const cutAt = (items: unknown[], most: number): number | undefined => (items.length >= most ? most : undefined)
