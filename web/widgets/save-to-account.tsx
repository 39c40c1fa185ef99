import { Link } from '@tanstack/react-router'
import type { VcId } from '#shared/ids.ts'
import { useUser } from '#web/features/accounts/queries.ts'

/** For a guest, beside an unlocked contact: a way to an account, and back to the contact. Empty for an account. */
export function SaveToAccount({ id }: { id: VcId }) {
  const user = useUser()
  if (user !== null) return null
  return (
    <p className="mt-3 text-sm text-soft">
      On this device only.{' '}
      <Link
        to="/signup"
        search={{ next: `/contacts/${id}` }}
        className="inline-flex min-h-11 items-center text-ink underline underline-offset-4"
      >
        Save to an account
      </Link>
    </p>
  )
}
