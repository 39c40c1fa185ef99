import type { AdminVc } from '#shared/admin/applications.ts'
import { fold } from '#shared/search/normalise-text.ts'

export const isWaiting = ({ isVerified, reviewStatus }: AdminVc) => !isVerified && reviewStatus === 'pending'

/** The three lists of the page, each in the order in which the server gave them. */
export const sortVcs = (vcs: AdminVc[]) => ({
  pending: vcs.filter(isWaiting),
  verified: vcs.filter(({ isVerified }) => isVerified),
  turnedDown: vcs.filter((vc) => !vc.isVerified && !isWaiting(vc)),
})

/** Those of whom every word is found somewhere in the given texts; accents and case do not matter. */
export function matching<Item>(items: Item[], words: string, textOf: (item: Item) => (string | null | undefined)[]): Item[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return items
  return items.filter((item) => {
    const text = fold(textOf(item).filter(Boolean).join(' '))
    return wanted.every((word) => text.includes(word))
  })
}

/** The length at which the server has cut a list; nothing for one that is complete. */
export const cutAt = (items: unknown[], most: number): number | undefined => (items.length >= most ? most : undefined)
