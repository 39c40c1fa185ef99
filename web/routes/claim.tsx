import { createFileRoute } from '@tanstack/react-router'
import { ClaimPage } from '#web/features/accounts/auth/claim-page.tsx'

export const Route = createFileRoute('/claim')({ component: ClaimPage })
