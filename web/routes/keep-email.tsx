import { createFileRoute } from '@tanstack/react-router'
import { KeepEmail } from '#web/features/accounts/auth/keep-email.tsx'

export const Route = createFileRoute('/keep-email')({ component: KeepEmail })
