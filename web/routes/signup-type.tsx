import { createFileRoute } from '@tanstack/react-router'
import { TypeChoice } from '#web/features/accounts/gate/type-choice.tsx'

export const Route = createFileRoute('/signup-type')({ component: TypeChoice })
