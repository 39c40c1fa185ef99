import { Elysia } from 'elysia'
import type { Database } from '#server/database/client.ts'
import { plainTextBody } from '#server/http/body/raw-text.ts'
import { createAlertCounter } from '#server/observe/alerts/raise-alert.ts'
import { Problem } from '#shared/problem.ts'
import type { Payments } from './payments-port.ts'
import { ingestEvent } from './webhook-inbox.ts'

/**
 * The webhook endpoint of the provider. The signature covers the raw bytes, so nothing may parse them first. It replies 2xx only
 * after the event is committed.
 */
export const webhookRoute = ({ db, payments, now }: { db: Database; payments: Payments; now: () => Date }) => {
  const countBadSignature = createAlertCounter({ db, now }, 'webhook-signature')
  return new Elysia({ name: 'stripe-webhook' }).post(
    '/api/stripe/webhook',
    async ({ body, request }) => {
      const signature = request.headers.get('stripe-signature') ?? ''
      const event = await payments.readWebhook(String(body ?? ''), signature).catch(async (error) => {
        if (error instanceof Problem && error.code === 'payments.bad-signature') await countBadSignature()
        throw error
      })
      await ingestEvent(db, 'webhook', event)
      return { received: true }
    },
    { parse: plainTextBody },
  )
}
