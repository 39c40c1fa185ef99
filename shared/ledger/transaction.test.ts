import { expect, test } from 'vitest'
import { formatTransaction, type LedgerTransaction, parseTransaction } from './transaction.ts'

test.each<[LedgerTransaction, string]>([
  [{ kind: 'capture' }, 'capture'],
  [{ kind: 'refund', id: 're_1', isFailed: false }, 'refund:re_1'],
  [{ kind: 'refund', id: 're_1', isFailed: true }, 'refund:re_1:failed'],
  [{ kind: 'dispute', id: 'dp_1', revision: 0 }, 'dispute:dp_1'],
  [{ kind: 'dispute', id: 'dp_1', revision: 12 }, 'dispute:dp_1:12'],
  [{ kind: 'fee', id: 'txn_1' }, 'fee:txn_1'],
  [{ kind: 'returned', id: 'txn_1' }, 'returned:txn_1'],
  [{ kind: 'payout', id: 'pol_1' }, 'payout:pol_1'],
])('%j is stored as %j and read back', (transaction, key) => {
  expect(formatTransaction(transaction)).toBe(key)
  expect(parseTransaction(key)).toEqual(transaction)
})

test.each([
  ...[
    '',
    'capture:',
    'capture:1',
    'refund',
    'refund:',
    'refund:re_1:',
    'refund:re_1:1',
    'refund:re_1:failed:1',
    'dispute:dp_1:0',
  ],
  ...['dispute:dp_1:failed', 'fee:txn_1:1', 'payout:', 'sale:1'],
])('%j is no transaction', (key) => expect(parseTransaction(key)).toBeUndefined())
