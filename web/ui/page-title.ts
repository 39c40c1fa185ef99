import { useEffect } from 'react'

export const SITE_TITLE = 'Latchkey: the direct contact of a verified investor'

/** What a route is called; null is the site itself. The root's is that of an address without a page. */
export type RouteTitle = string | null | undefined

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: RouteTitle
  }
}

/** The page's route, and the thing on the page, which is known later and says more. */
let ofRoute: RouteTitle = null
let ofPage: string | undefined

function showTitle() {
  const title = ofPage ?? ofRoute
  document.title = title ? `${title} · Latchkey` : SITE_TITLE
}

/** Names the page after what it shows, for as long as it is shown; nothing until that is known. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title === undefined) return
    ofPage = title
    showTitle()
    return () => {
      ofPage = undefined
      showTitle()
    }
  }, [title])
}

/** As much of the router as titles need. */
type Titled = {
  subscribe: (event: 'onResolved', told: () => void) => () => void
  state: { matches: { staticData: { title?: RouteTitle } }[] }
}

/** Names each page after its route once it has been navigated to. A head that came from the server names the first one better. */
export function keepTitles(router: Titled): () => void {
  return router.subscribe('onResolved', () => {
    ofRoute = router.state.matches.at(-1)?.staticData.title
    if (!document.querySelector('[data-page]')) showTitle()
  })
}

/** The head that came from the server is that page's alone: a link shared from the next one must not lead back. */
export function leavePage() {
  for (const element of document.querySelectorAll('[data-page]')) element.remove()
}
