import { createFileRoute } from '@tanstack/react-router'
import { ResetForgotten } from '#web/features/accounts/passwords/reset-forgotten.tsx'

export const Route = createFileRoute('/reset-password')({ component: ResetForgotten })
