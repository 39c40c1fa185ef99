import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleDocument } from '#tests/support/samples/sample-document.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { writesSettled } from '#web/forms/local-draft.ts'
import { HttpProblem } from '#web/net/api.ts'
import { correctInvoice } from './api.ts'
import { DocumentPage } from './document-page.tsx'
import { DocumentsSheet } from './documents-sheet.tsx'

vi.mock('./api.ts', () => ({ correctInvoice: vi.fn() }))
const send = vi.mocked(correctInvoice)

let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('guest', `documents ${crypto.randomUUID()}`)
  await db.open()
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  send.mockReset()
  await writesSettled()
  db.close()
})

const invoice = sampleDocument()
const order = (documents = [invoice]) =>
  ({
    ...{ id: 'ord_1' as OrderId, kind: 'vc_unlock', title: 'Contact of Grace', amount: cents(9900), status: 'paid' },
    documents,
  }) as unknown as OrderEntry

const open = async () => {
  await renderInRouter(<DocumentsSheet order={order()} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Add a company or VAT ID' }))
  fireEvent.change(await screen.findByLabelText('Company or full name'), { target: { value: 'Grove GmbH' } })
  fireEvent.change(screen.getByLabelText('Country'), { target: { value: 'DE' } })
}

test('an invoice names seller and buyer as they were frozen, and a credit note the documents that it corrects', async () => {
  const buyer = {
    name: 'Grove GmbH',
    address: '1 Rain Street\n10115 Berlin',
    postalCode: '',
    country: 'DE',
    vatId: 'DE123456789',
  }
  await renderInRouter(<DocumentPage orderId="ord_1" document={{ ...invoice, buyer }} />)
  expect(await screen.findByRole('heading', { name: 'Invoice' })).toBeTruthy()
  expect(screen.getByText(/^Grove GmbH/).textContent).toBe('Grove GmbH\n1 Rain Street\n10115 Berlin\nGermany\nVAT ID DE123456789')
  expect(screen.getByText(/^Grove Ltd/).textContent).toBe('Grove Ltd\n1 High Street\nLondon\nVAT ID GB123456789')
  expect(screen.getAllByText('$99.00')).toHaveLength(2)
  cleanup()

  const credit = sampleDocument({ number: 'CN-2026-000001', kind: 'credit-note', reason: 'refund', corrects: [invoice.number] })
  await renderInRouter(<DocumentPage orderId="ord_1" document={{ ...credit, item: 'of_a_later_release' }} />)
  expect(await screen.findByRole('heading', { name: 'Credit note' })).toBeTruthy()
  expect(screen.getByText(invoice.number)).toBeTruthy()
  expect(screen.getAllByText('-$99.00')).toHaveLength(2)
})

test('a corrected invoice is sent with what was typed, and its answer is shown before the sync brings it', async () => {
  const replaced = sampleDocument({ number: 'INV-2026-000008', reason: 'correction', corrects: [invoice.number] })
  const credit = sampleDocument({
    number: 'CN-2026-000001',
    kind: 'credit-note',
    reason: 'correction',
    corrects: [invoice.number],
  })
  send.mockResolvedValue({ documents: [invoice, credit, replaced] })
  await open()
  fireEvent.change(screen.getByLabelText('VAT ID'), { target: { value: 'de 123 456 789' } })
  fireEvent.click(screen.getByRole('button', { name: 'Issue a new invoice' }))
  expect(await screen.findByRole('link', { name: 'Invoice INV-2026-000008' })).toBeTruthy()
  const details = { name: 'Grove GmbH', address: '', postalCode: '', country: 'DE', vatId: 'DE123456789' }
  expect(send.mock.calls).toEqual([['ord_1', { replaces: invoice.number, details }]])
  await waitFor(async () => expect(await db.drafts.get('invoice:ord_1')).toBeUndefined())
})

test('a VAT id of another country is marked, and nothing is sent', async () => {
  await open()
  fireEvent.change(screen.getByLabelText('VAT ID'), { target: { value: 'FR12345678901' } })
  fireEvent.click(screen.getByRole('button', { name: 'Issue a new invoice' }))
  expect(await screen.findByText('This is not a VAT ID of this country.')).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
})

test('after a refusal its reason is shown and the text is still there', async () => {
  send.mockRejectedValue(new HttpProblem(409, '', { code: 'documents.replaced', message: 'This invoice was replaced.' } as never))
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Issue a new invoice' }))
  expect(await screen.findByText('This invoice was replaced.')).toBeTruthy()
  expect((screen.getByLabelText('Company or full name') as HTMLInputElement).value).toBe('Grove GmbH')
})

test('an invoice that is credited in full is not corrected, and a purchase without documents shows none', async () => {
  const credit = sampleDocument({ number: 'CN-2026-000001', kind: 'credit-note', reason: 'refund', corrects: [invoice.number] })
  await renderInRouter(<DocumentsSheet order={order([invoice, credit])} />)
  expect(await screen.findByRole('link', { name: 'Credit note CN-2026-000001' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  await renderInRouter(<DocumentsSheet order={order([])} />)
  expect(screen.queryByText('Invoice')).toBeNull()
})
