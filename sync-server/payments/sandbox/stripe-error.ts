export type FaultBody = {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  /** For a declined attempt: the displayable data of the card. */
  payment_method?: unknown
  payment_intent?: unknown
}

/** A refused call with Stripe's error body. Its transaction is rolled back. */
export class Fault extends Error {
  override readonly name = 'Fault'
  constructor(
    readonly status: 400 | 401 | 402 | 404,
    readonly body: FaultBody,
  ) {
    super(body.message)
  }
}

export const invalidRequest = (message: string, more: Pick<FaultBody, 'code' | 'param' | 'payment_intent'> = {}) =>
  new Fault(400, { type: 'invalid_request_error', message, ...more })

export const missing = (kind: string, id: string) =>
  new Fault(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}: '${id}'`, param: 'id' })

export const cardFault = (code: string, message: string, param?: string) =>
  new Fault(402, { type: 'card_error', code, message, ...(param && { param }) })
