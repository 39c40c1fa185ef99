import { Link } from '@tanstack/react-router'
import { BookOpen, CloudOff } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Nothing of this account has reached this device yet. */
export const NotLoaded = () => (
  <EmptyState
    icon={<CloudOff className="size-8" strokeWidth={1.25} aria-hidden="true" />}
    title="Your earnings aren’t on this device yet"
  >
    Reconnect to load them. After that they are also available offline.
  </EmptyState>
)

/** Empty state of the earnings account. */
export const NoEarnings = ({ isListed }: { isListed: boolean }) => (
  <EmptyState
    icon={<BookOpen className="size-8" strokeWidth={1.25} aria-hidden="true" />}
    title="No earnings yet"
    action={
      <Link to={isListed ? '/profile' : '/vc-signup'} className={buttonClass(isListed ? 'outline' : 'ink')}>
        {isListed ? 'Your listing' : 'Apply as an investor'}
      </Link>
    }
  >
    {isListed
      ? 'Your share of each unlock and call appears here, also offline.'
      : 'Investors set a price and keep 85% of each unlock. Your earnings will appear here.'}
  </EmptyState>
)
