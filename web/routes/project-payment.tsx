import { createFileRoute } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useUser } from '#web/features/accounts/queries.ts'
import { AlreadyPublished, AuthenticationRequired, FoundersOnly } from '#web/features/publishing/not-to-pay.tsx'
import { ProjectPayment } from '#web/features/publishing/project-payment.tsx'
import { useIsPublished } from '#web/features/publishing/queries.ts'
import { PageLoading } from '#web/features/shell/page-loading.tsx'
import { useCleanAddress } from '#web/payments/use-clean-address.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'

export const Route = createFileRoute('/project-payment')({ component: Payment })

function Payment() {
  useCleanAddress()
  const user = useUser()
  const isPublished = useIsPublished()
  if (user === undefined || isPublished === undefined) return <PageLoading />
  return (
    <div className="frame max-w-5xl pt-8 pb-16 sm:pt-12">
      {user === null ? (
        <AuthenticationRequired />
      ) : user.userType === 'founder' ? (
        <Founder isPublished={isPublished} />
      ) : (
        <FoundersOnly />
      )}
    </div>
  )
}

function Founder({ isPublished }: { isPublished: boolean }) {
  const [wasPublished] = useState(isPublished)
  const isOffline = useIsOffline()
  const navigate = Route.useNavigate()
  const leave = useCallback(() => void navigate({ to: '/scout', search: { success: true } }), [navigate])
  if (wasPublished) return <AlreadyPublished />
  return <ProjectPayment isPublished={isPublished} isOffline={isOffline} syncNow={requestSync} onPublished={leave} />
}
