import { siteCard } from '#server/features/pages/cards/address.ts'
import type { PageHead } from '#server/http/replies/page-head.ts'
import { screenTitles } from '#shared/screen-titles.ts'
import type { Screen } from '#shared/screens.ts'

/**
 * What search engines and link previews show of each screen for every visitor. All other screens belong to one user or to one
 * link of a mail, and search engines do not list them.
 */
const DESCRIPTIONS: Partial<Record<Screen, string>> = {
  '/vcs':
    'Browse VCs and angels by stage, sector and price. Pay once for the one you want to talk to, and get the direct contact.',
  '/ping': 'Verified investors by demand: who founders ask for most, what they invest in, and what their contact costs.',
  '/directory': 'A free directory of venture capital funds and angels, with stages, sectors and public links.',
  '/scout': 'Startups that are raising now: what they build, how much they raise, and how to reach the founder.',
  '/vc-signup': 'List yourself as an investor: set a price for your contact, and choose how founders reach you.',
  '/join': 'Join the founders and investors who meet on Latchkey.',
  '/signup': 'Create an account as a founder or an investor.',
  '/auth': 'Sign in to your unlocked contacts, your project and your calls.',
  '/support': 'Answers about unlocks, payments, refunds and listings, and a form that reaches the team.',
  '/requests': 'Tell the team about missing features, bugs, and investors to list.',
  '/privacy-policy': 'Which data Latchkey stores, why, and for how long, and how to have it deleted.',
  '/terms-of-service': 'The terms of unlocks, calls, listings, refunds and payouts on Latchkey.',
}

/** The description of a screen that search engines do not list. It says nothing of a record. */
const PRIVATE = 'Pay once. Get direct contact.'

/** The head of a screen that is the same for every record. */
export function screenHead(screen: Screen): PageHead {
  const title = `${screenTitles[screen]} · Latchkey`
  const description = DESCRIPTIONS[screen]
  if (description === undefined) return { status: 200, kind: 'website', title, description: PRIVATE }
  return { status: 200, kind: 'website', title, description, canonical: screen, card: siteCard }
}
