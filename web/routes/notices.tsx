import { createFileRoute } from '@tanstack/react-router'
import { useUser } from '#web/features/accounts/queries.ts'
import { useNow } from '#web/features/bookings/queries.ts'
import { NoticesPage } from '#web/features/notices/notices-page.tsx'
import { useNotices } from '#web/features/notices/queries.ts'
import { PushOffer } from '#web/features/push/push-offer.tsx'

export const Route = createFileRoute('/notices')({ component: Notices })

function Notices() {
  const user = useUser()
  return <NoticesPage notices={useNotices()} now={useNow()} offer={user && <PushOffer className="mb-6" />} />
}
