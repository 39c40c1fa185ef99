import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'

/**
 * Link at the top of a detail page. It goes back to the previous page of this app, which keeps its filters and its scroll
 * position. On a page that was opened directly, it leads to the list: an installed app has no back button of its own.
 */
export function BackLink({ to, children }: { to: LinkProps['to']; children: ReactNode }) {
  const { history } = useRouter()
  const canGoBack = history.canGoBack()
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2 text-sm text-soft hover:text-ink"
      onClick={(event) => {
        const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey
        if (!canGoBack || opensElsewhere) return
        event.preventDefault()
        history.back()
      }}
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {canGoBack ? 'Back' : children}
    </Link>
  )
}
