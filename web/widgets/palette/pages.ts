import type { LinkProps } from '@tanstack/react-router'
import type { User } from '#shared/accounts/contract.ts'
import { isInvestor } from '#shared/accounts/is-investor.ts'
import { fold } from '#shared/search/normalise-text.ts'

export type PaletteUser = Pick<User, 'userType' | 'isApprovedInvestor' | 'isAdmin'> | null

/** A page, or a place in it. `words`: what else it is called. The one without `to` signs the user out. */
type Page = {
  label: string
  to?: LinkProps['to']
  search?: Record<string, string | boolean>
  words?: string
  isFor?: (user: PaletteUser) => boolean
}

const visitor = (user: PaletteUser) => user === null
const member = (user: PaletteUser) => user !== null
const founder = (user: PaletteUser) => user !== null && !isInvestor(user)
const investor = (user: PaletteUser) => user !== null && isInvestor(user)

/** In the order in which they are offered before anything is typed. */
export const PAGES: readonly Page[] = [
  {
    label: 'Review',
    to: '/admin',
    words: 'admin queue applications refunds payouts tickets',
    isFor: (user) => user?.isAdmin === true,
  },
  { label: 'Follow-ups that are due', to: '/contacts', search: { due: true }, words: 'todo today reminder', isFor: founder },
  { label: 'Contacts', to: '/contacts', words: 'unlocked people notes' },
  {
    label: 'Your raise',
    to: '/raise',
    words: 'round fundraise pipeline board stages deals target committed',
    isFor: (user) => !investor(user),
  },
  { label: 'Add a person', to: '/contacts/new', words: 'met new contact card vcard csv import' },
  { label: 'Calls', to: '/calls', words: 'meetings bookings calendar' },
  { label: 'Earnings', to: '/earnings', words: 'sales payouts money activity', isFor: investor },
  { label: 'Your listing', to: '/profile', search: { tab: 'investor' }, words: 'price limit pause hours', isFor: investor },
  { label: 'Your project', to: '/project-setup', words: 'list project publish draft edit', isFor: founder },
  { label: 'Saved investors', to: '/vcs', search: { saved: true }, words: 'shortlist stars favourites', isFor: member },
  { label: 'Browse VCs', to: '/vcs', words: 'investors angels directory' },
  { label: 'Marketplace', to: '/scout', words: 'projects startups scout' },
  { label: 'Notices', to: '/notices', words: 'notifications news', isFor: member },
  { label: 'Sign in', to: '/auth', words: 'login log in password', isFor: visitor },
  { label: 'Sign up', to: '/signup-type', words: 'register account get started', isFor: visitor },
  { label: 'Dashboard', to: '/home', words: 'home start today', isFor: member },
  { label: 'Profile', to: '/profile', words: 'account name picture', isFor: member },
  {
    label: 'Activity history',
    to: '/profile',
    search: { tab: 'activity' },
    words: 'purchases receipts refunds orders',
    isFor: member,
  },
  { label: 'Settings', to: '/settings', words: 'password email devices delete account export preferences', isFor: member },
  { label: 'Unsent changes', to: '/outbox', words: 'outbox offline sync waiting' },
  { label: 'Home', to: '/', words: 'landing start' },
  { label: 'Most requested investors', to: '/ping', words: 'ranking leaderboard popular' },
  { label: 'Free VC Directory', to: '/directory', words: 'alphabetical a to z funds' },
  {
    label: 'Apply as an investor',
    to: '/vc-signup',
    words: 'join vc angel application',
    isFor: (user) => !user?.isApprovedInvestor,
  },
  { label: 'Restore purchases', to: '/claim', words: 'guest receipt lost contacts' },
  { label: 'Support', to: '/support', words: 'help ticket problem question' },
  { label: 'Feedback & Requests', to: '/requests', words: 'introduction idea feature' },
  { label: 'Early access', to: '/newsletter', words: 'newsletter mail' },
  { label: 'Join the community', to: '/join', isFor: visitor },
  { label: 'Privacy Policy', to: '/privacy-policy', words: 'data cookies legal' },
  { label: 'Terms of Service', to: '/terms-of-service', words: 'legal conditions' },
  { label: 'Sign Out', words: 'logout log out leave', isFor: member },
]

export const pagesFor = (user: PaletteUser) => PAGES.filter(({ isFor }) => isFor?.(user) ?? true)

/** Whether each word of a folded text begins a word of these ones. */
export const matchesWords = (text: string, words: string): boolean => hasWords(text, fold(words))

/** The same for words that are folded already. */
export function hasWords(text: string, folded: string): boolean {
  const within = ` ${folded}`
  return text.split(' ').every((word) => within.includes(` ${word}`))
}
