import type { Database, Transaction } from '#server/database/client.ts'
import { findRequest, insertRequest, lockKey } from './object-store.ts'
import { Fault, invalidRequest } from './stripe-error.ts'

/** One call to the sandbox: all its changes commit together. */
export type SandboxRequest = { tx: Transaction; id: string; form: URLSearchParams; now: Date }
export type Reply = { status: number; body: Record<string, unknown> }
export type Action = (call: SandboxRequest) => Promise<Reply>

export const ok = (body: Record<string, unknown>): Reply => ({ status: 200, body })

const MAX_FORM = 64 * 1024

/** Postgres cannot store NUL, and Stripe's values never contain one. */
export const withoutNul = (text: string) => text.replaceAll('\0', '')

export function readForm(request: Request, body: unknown): URLSearchParams {
  const text = request.method === 'GET' ? new URL(request.url).search : typeof body === 'string' ? body : ''
  if (text.length > MAX_FORM) throw invalidRequest('This request is too large.')
  const form = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(text)) form.append(withoutNul(name), withoutNul(value))
  return form
}

/**
 * Runs an action once per idempotency key, as Stripe does: the same key with the same parameters repeats the first reply, and
 * with others it is refused. The refusal of an executed call is a reply as well; a call that fails validation does not consume
 * its key.
 */
export function runOnce(db: Database, request: Request, call: Omit<SandboxRequest, 'tx'>, action: Action): Promise<Reply> {
  const key = request.headers.get('idempotency-key')
  return db.transaction(async (tx) => {
    if (!key || request.method === 'GET') return action({ ...call, tx })
    await lockKey(tx, key)
    const fingerprint = fingerprintOf(request, call.form)
    const earlier = await findRequest(tx, key)
    if (earlier && earlier.fingerprint !== fingerprint) {
      throw new Fault(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    }
    if (earlier) return { status: earlier.status, body: earlier.body }
    // The changes of a refused action are rolled back, and its reply is stored.
    const reply = await tx.transaction((nested) => action({ ...call, tx: nested })).catch(refusalOf)
    await insertRequest(tx, { idempotencyKey: key, fingerprint, ...reply })
    return reply
  })
}

/** @throws errors that are not the refusal of an executed call: an error with a parameter name comes from validation */
function refusalOf(error: unknown): Reply {
  const isExecuted = error instanceof Fault && error.body.type === 'invalid_request_error' && error.body.param === undefined
  if (!isExecuted) throw error
  return { status: error.status, body: { error: error.body } }
}

/** The card is left out: its number must not be stored in any form. */
function fingerprintOf(request: Request, form: URLSearchParams): string {
  const params = [...form].filter(([name]) => !name.startsWith('payment_method_data')).sort(([a], [b]) => (a < b ? -1 : 1))
  return new Bun.CryptoHasher('sha256').update(JSON.stringify([new URL(request.url).pathname, params])).digest('hex')
}
