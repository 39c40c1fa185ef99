import { Elysia } from 'elysia'
import type { Database } from '#server/database/client.ts'
import { plainTextBody } from '#server/http/body/raw-text.ts'
import type { Payments } from './payments-port.ts'
import { ingestEvent } from './webhook-inbox.ts'

/**
 * The webhook endpoint of the provider. The signature covers the raw bytes, so nothing may parse them first. It replies 2xx only
 * after the event is committed.
 */
export const webhookRoute = ({ db, payments }: { db: Database; payments: Payments }) =>
  new Elysia({ name: 'stripe-webhook' }).post(
    '/api/stripe/webhook',
    async ({ body, request }) => {
      const event = await payments.readWebhook(String(body ?? ''), request.headers.get('stripe-signature') ?? '')
      await ingestEvent(db, 'webhook', event)
      return { received: true }
    },
    { parse: plainTextBody },
  )
