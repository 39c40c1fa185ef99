import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmail } from '#web/features/accounts/auth/verify-email.tsx'

export const Route = createFileRoute('/verify-email')({ component: VerifyEmail })
