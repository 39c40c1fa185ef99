import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Database } from '#server/database/client.ts'
import { type Identity, session } from '#server/http/session.ts'
import { CorrectInvoice, OrderDocuments } from '#shared/documents/contract.ts'
import { OrderId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { correctInvoice } from './correct-invoice.ts'

/** A buyer has an invoice issued again with other details. */
export const documentRoutes = (deps: { db: Database; now: () => Date; identity: Identity }) =>
  new Elysia({ name: 'documents' }).use(session(deps.identity)).post(
    '/api/orders/:orderId/invoice-correction',
    async ({ params, body, caller }) => {
      const { principalId, account } = caller
      if (!principalId) throw new Problem('not-found')
      return { documents: await correctInvoice(deps, { principalId, account }, params.orderId, body) }
    },
    { caller: true, params: v.object({ orderId: OrderId }), body: CorrectInvoice, response: OrderDocuments },
  )
