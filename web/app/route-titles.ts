import type { FileRouteTypes } from '#web/routeTree.gen.ts'
import { nameRoute } from '#web/ui/page-title.ts'

/** Title of each route; null for the site itself. A route without a title does not compile. */
export const routeTitles: Record<FileRouteTypes['id'], string | null> = {
  __root__: 'Page Not Found',
  '/admin': 'Review',
  '/auth': 'Sign in',
  '/calls': 'Calls',
  '/claim': 'Restore purchases',
  '/cold-scout/$slug': 'Cold fund',
  '/complete-profile': 'Complete your profile',
  '/contacts/$id': 'Contact',
  '/contacts/new': 'Add a person',
  '/contacts/': 'Contacts',
  '/raise': 'Your raise',
  '/directory': 'Free VC Directory',
  '/earnings': 'Earnings',
  '/edit-listing/$id': 'Edit your listing',
  '/forgot-password': 'Forgotten password',
  '/home': 'Home',
  '/': null,
  '/investor/$id': 'Verified investor',
  '/join': 'Join the community',
  '/keep-email': 'Keep your address',
  '/newsletter': 'Early access',
  '/notices': 'Notices',
  '/outbox': 'Outbox',
  '/password-setup': 'Choose a password',
  '/payment-success/$paymentIntentId': 'Payment confirmation',
  '/payment-success/': 'Your payment',
  '/ping': 'Investor marketplace',
  '/privacy-policy': 'Privacy Policy',
  '/profile-request': 'Your listed profile',
  '/profile': 'Profile',
  '/project-payment': 'Project visibility',
  '/project-setup': 'Your project',
  '/project/$id': 'Project',
  '/receipt/$id': 'Receipt',
  '/reply': 'Reply',
  '/requests': 'Feedback & Requests',
  '/reset-password': 'New password',
  '/scout-success': 'Project payment',
  '/scout': 'Marketplace',
  '/settings': 'Settings',
  '/share': 'Share',
  '/signup-type': 'What brings you here?',
  '/signup': 'Sign up',
  '/support': 'Support Center',
  '/terms-of-service': 'Terms of Service',
  '/unsubscribe': 'Unsubscribe',
  '/vc-signup': 'Apply as an investor',
  '/vc/$id': 'Investor',
  '/vcs': 'Connected VCs & Angels',
  '/verify-email': 'Confirm your address',
}

/** The part of the router that titles need. */
type TitleRouter = {
  subscribe: (event: 'onResolved', listener: () => void) => () => void
  state: { matches: { routeId: string }[] }
}

/** Sets the title of the open page from its route, now and after each navigation. Loaded after the first screen. */
export function keepTitles(router: TitleRouter, titles: Readonly<Record<string, string | null>> = routeTitles): () => void {
  const name = () => nameRoute(titles[router.state.matches.at(-1)?.routeId ?? ''] ?? null)
  name()
  return router.subscribe('onResolved', name)
}
