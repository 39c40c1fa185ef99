import { type ChangeBilling, OwnBilling } from '#shared/documents/billing.ts'
import { get, patch } from '#web/net/api.ts'

// Each call throws HttpProblem if the server refuses, and Unreachable if there is no response.

export const readBilling = () => get('/api/billing-details', OwnBilling)
export const saveBilling = (change: ChangeBilling) => patch('/api/billing-details', change, OwnBilling)
