import { useEffect } from 'react'

export const SITE_TITLE = 'Latchkey: the direct contact of a verified investor'

/** The page's route, and the thing on the page, which is known later and says more. */
let ofRoute: string | null = null
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

/** Names the page after its route; null is the site itself. A head that came from the server names the first page better. */
export function nameRoute(title: string | null) {
  ofRoute = title
  if (!document.querySelector('[data-page]')) showTitle()
}

/** The head that came from the server is that page's alone: a link shared from the next one must not lead back. */
export function leavePage() {
  for (const element of document.querySelectorAll('[data-page]')) element.remove()
}
