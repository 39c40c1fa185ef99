import { NO_SCREEN_TITLE, screenTitles } from '#shared/screen-titles.ts'
import type { FileRouteTypes } from '#web/routeTree.gen.ts'
import { nameRoute } from '#web/ui/page-title.ts'

/** Title of each route; null for the site itself. A route without a title does not compile. */
export const routeTitles: Record<FileRouteTypes['id'], string | null> = {
  ...screenTitles,
  __root__: NO_SCREEN_TITLE,
  // The router names the first screen of a folder with a slash.
  '/contacts/': screenTitles['/contacts'],
  '/payment-success/': screenTitles['/payment-success'],
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
