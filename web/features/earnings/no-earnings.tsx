import { Link } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Empty state of the earnings account. */
export const NoEarnings = ({ isListed }: { isListed: boolean }) => (
  <EmptyState
    icon={<BookOpen className="size-8" strokeWidth={1.25} aria-hidden="true" />}
    title="Nothing earned yet"
    action={
      <Link to={isListed ? '/profile' : '/vc-signup'} className={buttonClass(isListed ? 'outline' : 'ink')}>
        {isListed ? 'Your listing' : 'Apply as an investor'}
      </Link>
    }
  >
    {isListed
      ? 'Each unlock of your contact and each call is entered here, with what of it is yours, and can be read without a connection.'
      : 'Investors name a price and keep 85% of each unlock. Yours would be entered here.'}
  </EmptyState>
)
