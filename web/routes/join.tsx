import { createFileRoute } from '@tanstack/react-router'
import { JoinPage } from '#web/features/accounts/auth/join-page.tsx'

export const Route = createFileRoute('/join')({ component: JoinPage })
