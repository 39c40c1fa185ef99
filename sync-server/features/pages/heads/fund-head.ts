import { cardOf } from '#server/features/pages/cards/address.ts'
import { fundCard } from '#server/features/pages/cards/content.ts'
import type { PageHead } from '#server/http/replies/page-head.ts'
import type { ColdFund } from '#shared/cold-scout/contract.ts'
import { safeUrl } from '#shared/url.ts'

/** A fund of Cold Scout. Its people are sold: the texts of the head name none, and the card shows their masked names. */
export function fundHead(fund: ColdFund): PageHead {
  const { fundName, fundSlug, website, investmentFocus } = fund
  const canonical = `/cold-scout/${fundSlug}`
  const site = website ? safeUrl(website) : undefined
  return {
    status: 200,
    kind: 'website',
    title: `${fundName} · Latchkey`,
    description: investmentFocus ?? `${fundName}: who decides there, and how to reach them.`,
    canonical,
    card: cardOf('cold-scout', fundSlug, fundCard(fund)),
    facts: (addressOf) => ({
      '@type': 'Organization',
      name: fundName,
      url: addressOf(canonical),
      ...(investmentFocus && { description: investmentFocus }),
      ...(site && { sameAs: site }),
    }),
  }
}
