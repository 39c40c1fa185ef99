import { createFileRoute } from '@tanstack/react-router'
import { NewsletterPage } from '#web/features/newsletter/newsletter-page.tsx'

export const Route = createFileRoute('/newsletter')({ component: NewsletterPage })
