import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function PleaseSignIn() {
  return (
    <EmptyState
      icon={<KeyRound className="size-8" strokeWidth={1.25} aria-hidden="true" />}
      title={<h1>Please Sign In</h1>}
      action={
        <Link to="/auth" search={{ next: '/profile' }} className={buttonClass()}>
          Sign In
        </Link>
      }
    >
      Sign in to see your profile. Contacts unlocked on this device are added to your account.
    </EmptyState>
  )
}
