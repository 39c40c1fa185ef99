import type { Env } from '#server/env.ts'
import type { PageHead } from '#server/http/replies/page-head.ts'
import type { Investor } from '#shared/directory/contract.ts'

const DESCRIPTION = 'Pay once. Get direct contact. Browse verified VCs and angels and unlock the one you want to talk to.'

export const homeHead = (homeVariant: Env['HOME_VARIANT'], investors: readonly Investor[]): PageHead => ({
  status: 200,
  kind: 'website',
  title: 'Latchkey: the direct contact of a verified investor',
  description: DESCRIPTION,
  canonical: '/',
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
