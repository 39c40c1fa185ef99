import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPolicy } from '#web/features/legal/privacy-policy.tsx'

export const Route = createFileRoute('/privacy-policy')({ staticData: { title: 'Privacy Policy' }, component: PrivacyPolicy })
