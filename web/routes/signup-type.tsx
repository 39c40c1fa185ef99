import { createFileRoute } from '@tanstack/react-router'
import { TypeChoice } from '#web/features/accounts/type-choice.tsx'

export const Route = createFileRoute('/signup-type')({ staticData: { title: 'What brings you here?' }, component: TypeChoice })
