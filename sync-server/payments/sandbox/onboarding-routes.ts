import { Elysia } from 'elysia'
import { missingPage } from './checkout-page.ts'
import { onboard } from './connect.ts'
import type { SandboxDeps } from './deps.ts'
import { withoutNul } from './idempotent-request.ts'

/** The provider's onboarding pages, to the extent that tests need them: opening one completes the onboarding. */
export const onboardingRoutes = ({ db, now }: SandboxDeps, kick: () => void) =>
  new Elysia({ name: 'payment-sandbox-onboarding', prefix: '/sandbox/stripe' }).get('/onboarding/:id', async ({ params }) => {
    const next = await db.transaction((tx) => onboard({ tx, id: withoutNul(params.id), now: now() }))
    kick()
    const headers = { 'cache-control': 'no-store' }
    if (next) return new Response(null, { status: 303, headers: { ...headers, location: next } })
    return new Response(missingPage(), { status: 404, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
  })
