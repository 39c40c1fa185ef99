import { createFileRoute } from '@tanstack/react-router'
import { JoinPage } from '#web/features/accounts/join-page.tsx'

export const Route = createFileRoute('/join')({ staticData: { title: 'Join the community' }, component: JoinPage })
