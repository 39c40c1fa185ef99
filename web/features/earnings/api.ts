import { BankAccount, BankAccountPage } from '#shared/earnings/bank-account.ts'
import { del, get, post } from '#web/net/api.ts'

// Each throws HttpProblem when the server rejects the request, and Unreachable when the server does not answer.

export const readBankAccount = () => get('/api/earnings/account', BankAccount)
/** May be rejected with `step-up`. */
export const openBankAccount = () => post('/api/earnings/account', undefined, BankAccountPage)
/** May be rejected with `step-up`. */
export const disconnectBankAccount = () => del('/api/earnings/account', BankAccount)
