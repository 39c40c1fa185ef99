import { type CorrectInvoice, OrderDocuments } from '#shared/documents/contract.ts'
import { post } from '#web/net/api.ts'

/** Online only: the server assigns the numbers. Safe to repeat. @throws HttpProblem, Unreachable */
export const correctInvoice = (orderId: string, correction: CorrectInvoice) =>
  post(`/api/orders/${orderId}/invoice-correction`, correction, OrderDocuments)
