import { Link } from '@tanstack/react-router'
import { useUser } from '#web/features/accounts/queries.ts'
import { useCalls } from '#web/features/bookings/queries.ts'
import { useDecisionMakers } from '#web/features/cold-scout/queries.ts'
import { useContacts } from '#web/features/contacts/queries.ts'

/** For a guest who bought, who has no menu: links to what was bought. Empty for an account, and before a purchase. */
export default function GuestPurchases({ className }: { className: string }) {
  const user = useUser()
  const contacts = useContacts()
  const people = useDecisionMakers()
  const calls = useCalls()
  if (user !== null) return null
  return (
    <>
      {(contacts?.length ?? 0) + (people?.length ?? 0) > 0 && (
        <Link to="/contacts" className={className}>
          Your contacts
        </Link>
      )}
      {calls && calls.length > 0 && (
        <Link to="/calls" className={className}>
          Your calls
        </Link>
      )}
    </>
  )
}
