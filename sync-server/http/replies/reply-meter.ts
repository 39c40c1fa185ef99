import { Problem } from '#shared/problem.ts'

/** So many bytes that are made for one request alone cost as much as one more call. */
const BYTES_EACH = 16 * 1024

type Charge = (calls: number) => void

const charges = new WeakMap<Request, Charge>()

/** Given by the door to each request: counts further calls against the address of its client. */
export const meterReplies = (request: Request, charge: Charge) => void charges.set(request, charge)

/** Counts what a request costs beyond its bytes. @throws Problem `too-many-requests` once the address has used up what it may */
export const chargeCalls = (request: Request, calls: number) => charges.get(request)?.(calls)

/** The same for what is done already: its answer is given, and the next calls of the address are refused. */
export function chargeDone(request: Request, calls: number) {
  try {
    chargeCalls(request, calls)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

/**
 * Counts an answer that is made for this request alone against the flood limit of its address: making, compressing and holding
 * it costs by its size. Answers that many share are not counted.
 *
 * @param bytes  of the answer before it is compressed; an estimate, where it is counted before it is made
 * @throws Problem `too-many-requests` once the address has used up what it may
 */
export const chargeReply = (request: Request, bytes: number) => chargeCalls(request, bytes / BYTES_EACH)
