import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribePage } from '#web/features/notices/unsubscribe-page.tsx'

export const Route = createFileRoute('/unsubscribe')({ component: UnsubscribePage })
