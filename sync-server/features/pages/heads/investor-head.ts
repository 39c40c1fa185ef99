import { cardOf } from '#server/features/pages/cards/address.ts'
import { investorCard } from '#server/features/pages/cards/content.ts'
import type { PageHead } from '#server/http/replies/page-head.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { investorTitle } from '#shared/directory/title.ts'

/** Both addresses of an investor show the same page, so one of them is canonical. */
export function investorHead(investor: Investor): PageHead {
  const { id, name, fund, position, location, imageUrl, sectors, stages } = investor
  const focus = [...stages, ...sectors].join(', ')
  const canonical = `/vc/${id}`
  return {
    status: 200,
    kind: 'profile',
    title: `${investorTitle(investor)} · Latchkey`,
    description: investor.thesis ?? investor.bio ?? `${investorTitle(investor)}.${focus && ` Invests in ${focus}.`}`,
    canonical,
    investors: [investor],
    card: cardOf('vc', id, investorCard(investor)),
    facts: (addressOf) => ({
      '@type': 'ProfilePage',
      url: addressOf(canonical),
      mainEntity: {
        '@type': 'Person',
        name,
        ...(position && { jobTitle: position }),
        ...(fund && fund !== name && { worksFor: { '@type': 'Organization', name: fund } }),
        ...(location && { workLocation: { '@type': 'Place', name: location } }),
        ...(imageUrl && { image: addressOf(imageUrl) }),
        ...(sectors.length > 0 && { knowsAbout: sectors }),
      },
    }),
  }
}
