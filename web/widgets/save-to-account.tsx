import { Link } from '@tanstack/react-router'
import { useUser } from '#web/features/accounts/queries.ts'

/** For a guest, beside what was bought: a way to an account, and back to the page `next`. Empty for an account. */
export function SaveToAccount({ next }: { next: string }) {
  const user = useUser()
  if (user !== null) return null
  return (
    <p className="mt-3 text-sm text-soft">
      On this device only.{' '}
      <Link to="/signup" search={{ next }} className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
        Save to an account
      </Link>
    </p>
  )
}
