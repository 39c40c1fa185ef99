import type { User } from './contract.ts'

/** A step that a signed-in user must complete before any page is shown. */
export type Gate = 'complete-profile' | 'set-password'

type Gated = Pick<User, 'profileCompleted' | 'hasSetPassword'>

/** Names first, then an accepted password; `undefined` when nothing is missing. */
export function gateOf(user: Gated): Gate | undefined {
  if (!user.profileCompleted) return 'complete-profile'
  if (!user.hasSetPassword) return 'set-password'
  return undefined
}

/** The current viewer, as known to the device: `undefined` before it has been read, `null` for a visitor. */
export type Viewer = Pick<User, 'profileCompleted' | 'hasSetPassword' | 'userType'> | null | undefined

export type Screen =
  /** The page of that address; the page itself decides what a visitor sees. */
  | { kind: 'page' }
  /** The viewer must be known first. */
  | { kind: 'wait' }
  | { kind: 'gate'; gate: Gate }
  | { kind: 'go'; to: string }

/** Redirects of visitors on pages that require an account. All other pages show something to every viewer. */
const forAccounts: Record<string, 'sign-in' | '/'> = {
  '/home': '/',
  '/settings': 'sign-in',
  '/earnings': 'sign-in',
  '/project-setup': 'sign-in',
  '/password-setup': 'sign-in',
  '/complete-profile': 'sign-in',
}

/** After sign-in the user returns to these. */
const returnPaths = new Set(['/settings', '/earnings', '/project-setup'])

/** Pages that show a visitor a signed-out state, and otherwise require an account. */
const ACCOUNT_PAGES = /^\/(profile|admin|project-payment|receipt|edit-listing)(\/|$)/

/** Whether no part of a page can be shown before the viewer is known. */
export const needsAccount = (path: string) => ACCOUNT_PAGES.test(path) || placeOf(path) in forAccounts

const placeOf = (path: string) => (path === '/' ? path : path.replace(/\/+$/, ''))

/**
 * What is shown at an address to the current viewer.
 *
 * @param wasGated  whether a gate was shown when this device was last used: only then do public pages wait for the viewer, so
 * that other viewers do not wait and no page flashes before a gate
 */
export function screenAt(path: string, search: string, viewer: Viewer, wasGated: boolean): Screen {
  const place = placeOf(path)
  const forAccount = forAccounts[place]
  if (viewer === undefined) return wasGated || forAccount ? { kind: 'wait' } : { kind: 'page' }
  if (viewer === null) {
    if (!forAccount) return { kind: 'page' }
    const signIn = returnPaths.has(place) ? `/auth?next=${encodeURIComponent(place + search)}` : '/auth'
    return { kind: 'go', to: forAccount === 'sign-in' ? signIn : forAccount }
  }
  const gate = gateOf(viewer)
  if (gate) return { kind: 'gate', gate }
  if (place === '/password-setup') return { kind: 'go', to: '/settings' }
  if (place === '/complete-profile') return { kind: 'go', to: '/profile' }
  return { kind: 'page' }
}
