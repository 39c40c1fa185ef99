import { Problem } from '#shared/problem.ts'

/** This many bytes of a reply that is not shared cost as much as one more call. */
const BYTES_EACH = 16 * 1024

type Charge = (calls: number) => void

const charges = new WeakMap<Request, Charge>()

/** Set by the request guard for each request: counts further calls against the address of its client. */
export const meterReplies = (request: Request, charge: Charge) => void charges.set(request, charge)

/** Counts the cost of a request beyond its bytes. @throws Problem `too-many-requests` once the address has reached its limit */
export const chargeCalls = (request: Request, calls: number) => charges.get(request)?.(calls)

/** The same for completed work: its reply is sent, and the next calls of the address are refused. */
export function chargeDone(request: Request, calls: number) {
  try {
    chargeCalls(request, calls)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

/**
 * Counts a reply that is not shared against the flood limit of its address: producing, compressing and buffering it costs by its
 * size. Shared replies are not counted.
 *
 * @param bytes  size of the reply before compression; an estimate, where it is counted in advance
 * @throws Problem `too-many-requests` once the address has reached its limit
 */
export const chargeReply = (request: Request, bytes: number) => chargeCalls(request, bytes / BYTES_EACH)
