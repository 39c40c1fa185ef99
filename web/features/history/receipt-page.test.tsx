import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NO_COMPANY } from '#shared/company/contract.ts'
import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { directoryDb } from '#web/db/tab/databases.ts'
import { ReceiptPage } from './receipt-page.tsx'

afterEach(cleanup)

test('a receipt names the company that sold, also offline', async () => {
  const company = { ...NO_COMPANY, legalName: 'Grove Ltd', address: '1 High Street\nLondon', vatId: 'GB123456789' }
  const config = { stripe: { isSandbox: true, publishableKey: 'pk' }, homeVariant: 'a', headerVariant: 'login', company }
  await directoryDb.setMeta('config', config)
  const bought = { id: 'ord_1' as OrderId, kind: 'vc_unlock', title: 'Contact of Grace', amount: cents(9900), status: 'paid' }
  const order = { ...bought, createdAt: '2026-11-02T10:00:00.000Z', receiptNumber: 7 } as OrderEntry & { receiptNumber: number }
  await renderInRouter(
    <ReceiptPage order={order} user={null}>
      {null}
    </ReceiptPage>,
  )
  expect((await screen.findByText(/Grove Ltd/)).textContent).toBe('Grove Ltd\n1 High Street\nLondon\nVAT ID GB123456789')
})
