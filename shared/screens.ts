/** The paths of the screens, in the notation of the router. */
export const SCREENS = [
  '/',
  '/admin',
  '/auth',
  '/calls',
  '/claim',
  '/cold-scout/$slug',
  '/complete-profile',
  '/contacts',
  '/contacts/$id',
  '/contacts/new',
  '/raise',
  '/directory',
  '/earnings',
  '/edit-listing/$id',
  '/forgot-password',
  '/home',
  '/investor/$id',
  '/join',
  '/keep-email',
  '/newsletter',
  '/notices',
  '/outbox',
  '/password-setup',
  '/payment-success',
  '/payment-success/$paymentIntentId',
  '/ping',
  '/privacy-policy',
  '/profile',
  '/profile-request',
  '/project-payment',
  '/project-setup',
  '/project/$id',
  '/receipt/$id',
  '/reply',
  '/requests',
  '/reset-password',
  '/scout',
  '/scout-success',
  '/settings',
  '/share',
  '/signup',
  '/signup-type',
  '/support',
  '/terms-of-service',
  '/unsubscribe',
  '/vc-signup',
  '/vc/$id',
  '/vcs',
  '/verify-email',
] as const

export type Screen = (typeof SCREENS)[number]

/** Screens without a variable part come first: `/contacts/new` is not a contact. */
const PATTERNS = SCREENS.map((screen) => ({ screen, source: `^${screen.replace(/\$\w+/, '([^/]+)')}/?$` }))
  .toSorted((a, b) => Number(a.screen.includes('$')) - Number(b.screen.includes('$')))
  .map(({ screen, source }) => ({ screen, pattern: new RegExp(source), inAnyCase: new RegExp(source, 'i') }))

/** The screen that the app has at this path, in the notation of the router. */
export const screenAt = (pathname: string): Screen | undefined => PATTERNS.find(({ pattern }) => pattern.test(pathname))?.screen

/**
 * The one address of a screen: the app accepts any case, and a slash at the end. Ids keep their case.
 *
 * @returns `undefined` for a path without a screen
 */
export function canonicalPath(pathname: string): string | undefined {
  for (const { screen, inAnyCase } of PATTERNS) {
    const match = inAnyCase.exec(pathname)
    if (match) return screen.replace(/\$\w+/, () => match[1] ?? '')
  }
  return undefined
}
