import { createFileRoute } from '@tanstack/react-router'
import { MailedReplyPage } from '#web/features/replies/mailed-reply-page.tsx'

export const Route = createFileRoute('/reply')({ component: MailedReplyPage })
