import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { formatAccount, type LedgerAccount, parseAccount } from './account.ts'

test.each<[LedgerAccount, string]>([
  [{ kind: 'cash' }, 'cash'],
  [{ kind: 'platform_revenue' }, 'platform_revenue'],
  [{ kind: 'stripe_fees' }, 'stripe_fees'],
  [{ kind: 'dispute_losses' }, 'dispute_losses'],
  [{ kind: 'returned_payments' }, 'returned_payments'],
  [{ kind: 'investor_payable', vcId: 'vc_1' as VcId }, 'investor_payable:vc_1'],
  [{ kind: 'charity_payable', charity: 'Sea Rescue' }, 'charity_payable:Sea Rescue'],
  [{ kind: 'charity_payable', charity: 'Aid: north' }, 'charity_payable:Aid: north'],
])('%j is stored as %j and read back', (account, key) => {
  expect(formatAccount(account)).toBe(key)
  expect(parseAccount(key)).toEqual(account)
})

test.each(['', 'cash:', 'cash:vc_1', 'investor_payable', 'investor_payable:', 'charity_payable:', 'payable:vc_1', 'Cash'])(
  '%j is no account',
  (key) => expect(parseAccount(key)).toBeUndefined(),
)
