import type { OrderDocument } from '#shared/documents/contract.ts'
import { cents } from '#shared/money.ts'

/** An invoice about $99.00. */
export const sampleDocument = (parts: Partial<OrderDocument> = {}): OrderDocument => ({
  ...{ number: 'INV-2026-000007', kind: 'invoice', reason: 'payment', corrects: [], item: 'vc_unlock', currency: 'usd' },
  ...{
    issuedAt: new Date().toISOString(),
    suppliedAt: '2026-11-02T10:00:00.000Z',
    title: 'Contact of Grace',
    amount: cents(9900),
  },
  seller: { name: 'Grove Ltd', address: '1 High Street\nLondon', registration: '', vatId: 'GB123456789', email: '' },
  buyer: { name: 'Ada Member', address: '', postalCode: '', country: '', vatId: '' },
  ...parts,
})
