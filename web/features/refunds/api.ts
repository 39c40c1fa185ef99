import { type AskRefund, RefundEntry } from '#shared/refunds/contract.ts'
import { post } from '#web/net/api.ts'

/** Online alone: what is promised from now on is the server's to promise. Safe to repeat. @throws HttpProblem, Unreachable */
export const askRefund = (wish: AskRefund) => post('/api/refunds', wish, RefundEntry)
