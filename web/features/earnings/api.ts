import { BankAccount, BankAccountPage } from '#shared/earnings/bank-account.ts'
import { OwnPayoutDetails, type PayoutDetails } from '#shared/earnings/payout-details.ts'
import { del, get, post, put } from '#web/net/api.ts'

// Each throws HttpProblem when the server rejects the request, and Unreachable when the server does not answer.

export const readBankAccount = () => get('/api/earnings/account', BankAccount)
/** May be rejected with `step-up`. */
export const openBankAccount = () => post('/api/earnings/account', undefined, BankAccountPage)
/** May be rejected with `step-up`. */
export const disconnectBankAccount = () => del('/api/earnings/account', BankAccount)

export const readPayoutDetails = () => get('/api/earnings/payout-details', OwnPayoutDetails)
/** May be rejected with `step-up`, or with the fields to change. */
export const savePayoutDetails = (details: PayoutDetails) => put('/api/earnings/payout-details', details, OwnPayoutDetails)
/** May be rejected with `step-up`. */
export const removePayoutDetails = () => del('/api/earnings/payout-details', OwnPayoutDetails)
