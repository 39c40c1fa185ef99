import { useEffect } from 'react'

const SITE_TITLE = 'Latchkey: the direct contact of a verified investor'

/** Names the page while it is open; nothing until its title is known. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Latchkey`
  }, [title])
}

/** The head that came from the server is that page's alone: a link shared from the next one must not lead back. */
export function leavePage() {
  document.title = SITE_TITLE
  for (const element of document.querySelectorAll('[data-page]')) element.remove()
}
