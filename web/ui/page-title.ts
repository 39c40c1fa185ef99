import { useEffect } from 'react'
import { SITE_TITLE } from '#shared/site-title.ts'

/** The title of the route, and the title of the thing on the page, which is known later and is more specific. */
let ofRoute: string | null = null
let ofPage: string | undefined

function showTitle() {
  const title = ofPage ?? ofRoute
  document.title = title ? `${title} · Latchkey` : SITE_TITLE
}

/** Sets the title from the page content, as long as it is shown; nothing until it is known. */
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

/** Sets the title of the route; null for the site itself. Server-rendered head elements describe the first page better. */
export function nameRoute(title: string | null) {
  ofRoute = title
  if (!document.querySelector('[data-page]')) showTitle()
}

/** Server-rendered head elements belong to the first page only: a link shared from the next page must not lead back. */
export function leavePage() {
  for (const element of document.querySelectorAll('[data-page]')) element.remove()
}
