import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function AuthenticationRequired() {
  return (
    <EmptyState
      icon={<KeyRound className="size-8" strokeWidth={1.25} aria-hidden="true" />}
      title={<h1 className="text-4xl">Authentication Required</h1>}
      action={
        <Link to="/auth" search={{ next: '/project-payment' }} className={buttonClass()}>
          Log In
        </Link>
      }
    >
      <p>A project belongs to its founder. Log in, and you come back to this page.</p>
    </EmptyState>
  )
}

export function FoundersOnly() {
  return (
    <EmptyState
      title={<h1 className="text-4xl">Access Restricted</h1>}
      action={
        <Link to="/vcs" className={buttonClass('outline')}>
          Browse VCs
        </Link>
      }
    >
      <p>Projects are published by founders. Your account is an investor's.</p>
    </EmptyState>
  )
}

export function AlreadyPublished() {
  return (
    <EmptyState
      title={<h1 className="text-4xl">Already published</h1>}
      action={
        <Link to="/scout" className={buttonClass()}>
          View the marketplace
        </Link>
      }
    >
      <p>Your project is live on the Scout marketplace. There is nothing left to pay.</p>
    </EmptyState>
  )
}
