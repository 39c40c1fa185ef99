import type { Env } from '#server/env.ts'
import { siteCard } from '#server/features/pages/cards/address.ts'
import type { PageHead } from '#server/http/replies/page-head.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { SITE_TITLE } from '#shared/site-title.ts'

const DESCRIPTION = 'Pay once. Get direct contact. Browse verified VCs and angels and unlock the one you want to talk to.'

export const homeHead = (homeVariant: Env['HOME_VARIANT'], investors: readonly Investor[]): PageHead => ({
  status: 200,
  kind: 'website',
  title: SITE_TITLE,
  description: DESCRIPTION,
  canonical: '/',
  card: siteCard,
  ...(investors.length > 0 && { investors }),
  marks: { 'home-variant': homeVariant },
  facts: (addressOf) => ({
    '@type': 'WebSite',
    name: 'Latchkey',
    url: addressOf('/'),
    description: DESCRIPTION,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${addressOf('/vcs')}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }),
})
