import { type AskRefund, RefundEntry } from '#shared/refunds/contract.ts'
import { post } from '#web/net/api.ts'

/**
 * Online only, because the request starts deadlines that only the server can promise. Safe to repeat. @throws HttpProblem,
 * Unreachable
 */
export const askRefund = (request: AskRefund) => post('/api/refunds', request, RefundEntry)
