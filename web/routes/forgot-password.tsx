import { createFileRoute } from '@tanstack/react-router'
import { ForgotPassword } from '#web/features/accounts/passwords/forgot-password.tsx'

export const Route = createFileRoute('/forgot-password')({
  component: ForgotPassword,
})
