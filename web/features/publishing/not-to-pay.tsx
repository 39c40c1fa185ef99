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
      <p>Sign in to publish your project. You’ll return to this page.</p>
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
      <p>Only founders can publish projects. This is an investor account.</p>
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
      <p>Your project is live on the Scout marketplace. Nothing left to pay.</p>
    </EmptyState>
  )
}
