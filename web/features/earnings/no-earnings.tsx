import { Link } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

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
