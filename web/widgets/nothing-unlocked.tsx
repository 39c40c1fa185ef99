import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type Props = {
  icon: ReactNode
  title: string
  /** What is listed here after a purchase. */
  children: string
  /** Asks whether the purchase was made on another device. */
  elsewhere: string
}

/** Empty list of purchases: the way to the investors, and to a purchase that was made on another device. */
export const NothingUnlocked = ({ icon, title, children, elsewhere }: Props) => (
  <EmptyState
    icon={icon}
    title={title}
    action={
      <Link to="/vcs" className={buttonClass()}>
        Browse investors
      </Link>
    }
  >
    <p>{children}</p>
    <p>
      {elsewhere}{' '}
      <Link to="/claim" className="text-ink underline underline-offset-4">
        Restore it with a code
      </Link>
    </p>
  </EmptyState>
)
