import { createRouter, defaultStringifySearch, type RouterHistory } from '@tanstack/react-router'
import { PageFailed } from '#web/features/shell/page-failed.tsx'
import { PageLoading } from '#web/features/shell/page-loading.tsx'
import { routeTree } from '#web/routeTree.gen.ts'

let isRendered = false

/** The visitor may have scrolled the first screen of the server: the first rendering leaves such a page where it is. */
function scrolls(): boolean {
  const isAtTop = isRendered || !window.scrollY
  isRendered = true
  return isAtTop
}

/** @param history  of a renderer without a browser */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingComponent: PageLoading,
    // One for each route: the root's own one would also replace the frame.
    defaultErrorComponent: PageFailed,
    // A renderer would write a script into the page.
    scrollRestoration: !history && scrolls,
    // Several values of a filter stay readable: `stage=Seed,Series+A`.
    stringifySearch: (search) => defaultStringifySearch(search).replaceAll('%2C', ','),
    ...(history && { history }),
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
