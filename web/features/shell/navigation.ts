import type { LinkProps } from '@tanstack/react-router'
import { BookUser, Calendar, CircleUser, House, Landmark, LayoutGrid, type LucideIcon } from 'lucide-react'

type Place = { to: LinkProps['to']; label: string }

/** The three links of the header, named as in the specification. */
export const headerLinks: Place[] = [
  { to: '/', label: 'Home' },
  { to: '/vcs', label: 'Browse VCs' },
  { to: '/scout', label: 'Marketplace' },
]

const legal: Place[] = [
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/terms-of-service', label: 'Terms of Service' },
]

const help: Place[] = [
  { to: '/support', label: 'Support' },
  { to: '/requests', label: 'Feedback & Requests' },
]

export type FooterKind = 'site' | 'home-a' | 'home-b'

/** Links of the footer. The specification gives each landing page its own. */
export const footers: Record<FooterKind, Place[]> = {
  site: [
    ...headerLinks,
    { to: '/join', label: 'Join' },
    { to: '/contacts', label: 'Contacts' },
    { to: '/calls', label: 'Calls' },
    ...legal,
    ...help,
  ],
  'home-a': [
    { to: '/vcs', label: 'Browse VCs' },
    { to: '/requests', label: 'Request Page' },
    { to: '/vc-signup', label: 'Join as VC or Angel' },
    ...legal,
    ...help,
  ],
  'home-b': [
    { to: '/scout', label: 'Marketplace' },
    { to: '/vc-signup', label: 'Join as VC or Angel' },
    ...legal,
    { to: '/support', label: 'Support' },
  ],
}

/**
 * Bottom bar of a phone: the home page, the marketplace and the profile, and two places by role. The profile of an investor begins
 * with the listing.
 */
export const bottomLinks = (isInvestor: boolean | null | undefined): (Place & { Icon: LucideIcon })[] => [
  { to: '/', label: 'Home', Icon: House },
  isInvestor ? { to: '/earnings', label: 'Earnings', Icon: Landmark } : { to: '/vcs', label: 'Investors', Icon: Landmark },
  { to: '/scout', label: 'Marketplace', Icon: LayoutGrid },
  isInvestor ? { to: '/calls', label: 'Calls', Icon: Calendar } : { to: '/contacts', label: 'Contacts', Icon: BookUser },
  { to: '/profile', label: 'Profile', Icon: CircleUser },
]
