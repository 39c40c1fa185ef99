import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { EarningsEntry } from '#shared/earnings/contract.ts'
import type { OrderId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { EntryList } from './entry-list.tsx'

afterEach(cleanup)

const NOW = Date.parse('2026-11-22T12:00:00Z')
const entry = (about: Partial<EarningsEntry>): EarningsEntry => ({
  id: 'leg_1',
  kind: 'sale',
  vcId: 'vc_1' as VcId,
  orderId: 'ord_1' as OrderId,
  sold: 'meeting',
  founderName: 'Noa',
  projectName: 'Anvil',
  gross: cents(10_000),
  amount: cents(8500),
  charity: null,
  at: '2026-11-20T00:00:00.000Z',
  maturesAt: '2026-11-27T00:00:00.000Z',
  hold: null,
  isPaid: false,
  reference: null,
  ...about,
})
const refund = (about: Partial<EarningsEntry> = {}) => entry({ id: 'leg_2', kind: 'refund', amount: cents(-8500), ...about })

test.each<[string, EarningsEntry[], badge: string]>([
  ['in the complaint window', [entry({})], 'Payable from 27 Nov 2026'],
  ['that was refunded in it', [entry({}), refund()], 'Refunded'],
  ['of a call that was declined and refunded', [entry({ maturesAt: null, hold: 'call' }), refund({ hold: 'call' })], 'Refunded'],
  ['that was disputed and lost', [entry({ hold: 'dispute' }), refund({ kind: 'dispute', hold: 'dispute' })], 'Dispute lost'],
  ['that was partly refunded', [entry({}), refund({ amount: cents(-500) })], 'Payable from 27 Nov 2026'],
  ['of a declined call whose refund is not booked', [entry({ maturesAt: null, hold: 'refund' })], 'Held: refund open'],
  ['of a call that is off', [entry({ maturesAt: null, hold: 'call' })], 'Held: call cancelled or missed'],
])('a sale %s is labelled with what is true now', (_, entries, badge) => {
  render(<EntryList entries={entries} now={NOW} />)
  const [sale] = screen.getAllByRole('listitem')
  expect(sale?.textContent).toContain(badge)
  expect(sale?.textContent?.match(/Payable from|Held|Refunded|Dispute lost/g)).toHaveLength(1)
})
