import type { User } from './contract.ts'

/** What stands between a signed-in person and every page. */
export type Gate = 'complete-profile' | 'set-password'

type Gated = Pick<User, 'profileCompleted' | 'hasSetPassword'>

/** Names first, then a password that counts; `undefined` when nothing is missing. */
export function gateOf(user: Gated): Gate | undefined {
  if (!user.profileCompleted) return 'complete-profile'
  if (!user.hasSetPassword) return 'set-password'
  return undefined
}

/** Whoever is here, as far as the device knows: `undefined` while it has not been read, `null` for a visitor. */
export type Viewer = Pick<User, 'profileCompleted' | 'hasSetPassword' | 'userType'> | null | undefined

export type Screen =
  /** The page of that address; what a visitor may see of it is the page's own affair. */
  | { kind: 'page' }
  /** Something must be known first. */
  | { kind: 'wait' }
  | { kind: 'gate'; gate: Gate }
  | { kind: 'go'; to: string }

/** Where a visitor is sent who opens a page that is only somebody's. All others have something to show to everybody. */
const forAccounts: Record<string, 'sign-in' | '/'> = {
  '/home': '/',
  '/settings': 'sign-in',
  '/earnings': 'sign-in',
  '/project-setup': 'sign-in',
  '/password-setup': 'sign-in',
  '/complete-profile': 'sign-in',
}

/** Behind the sign-in, one comes back to these. */
const comesBack = new Set(['/settings', '/earnings', '/project-setup'])

/** Pages that show a visitor something of their own, and are an account's beyond that. */
const ACCOUNT_PAGES = /^\/(profile|admin|project-payment|receipt)(\/|$)/

/** Whether nothing of a page can be shown before it is known who is here. */
export const needsAccount = (path: string) => ACCOUNT_PAGES.test(path) || placeOf(path) in forAccounts

const placeOf = (path: string) => (path === '/' ? path : path.replace(/\/+$/, ''))

/**
 * What is shown at an address to whoever is here.
 *
 * @param loadGateHint  whether somebody stood before a gate when this device was last used: only then do public
 *                  pages wait for the answer, so that nobody else waits and no page flashes before a gate
 */
export function screenAt(path: string, search: string, viewer: Viewer, wasGated: boolean): Screen {
  const place = placeOf(path)
  const forAccount = forAccounts[place]
  if (viewer === undefined) return wasGated || forAccount ? { kind: 'wait' } : { kind: 'page' }
  if (viewer === null) {
    if (!forAccount) return { kind: 'page' }
    const signIn = comesBack.has(place) ? `/auth?next=${encodeURIComponent(place + search)}` : '/auth'
    return { kind: 'go', to: forAccount === 'sign-in' ? signIn : forAccount }
  }
  const gate = gateOf(viewer)
  if (gate) return { kind: 'gate', gate }
  if (place === '/password-setup') return { kind: 'go', to: '/settings' }
  if (place === '/complete-profile') return { kind: 'go', to: '/profile' }
  return { kind: 'page' }
}
