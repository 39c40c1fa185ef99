import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EarningsEntry } from '#shared/earnings/contract.ts'
import type { OwnPayoutDetails } from '#shared/earnings/payout-details.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { type LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { BalanceStrip } from './balance-strip.tsx'
import { PayoutDetails } from './payout-details.tsx'

const IBAN = 'DE89 3704 0044 0532 0130 00'
const STORED: OwnPayoutDetails = {
  state: 'stored',
  details: { kind: 'iban', holder: 'Grace Hopper', country: 'DE', lastFour: '3000' },
  changedAt: '2026-11-03T10:00:00.000Z',
}
const sale: EarningsEntry = {
  ...{ id: 'leg_1', kind: 'sale', vcId: 'vc_1' as VcId, orderId: null, sold: 'vc_unlock', founderName: 'Ada', projectName: 'X' },
  ...{ gross: cents(10_000), amount: cents(8500), charity: null, at: '2026-01-04T10:00:00.000Z' },
  ...{ maturesAt: '2026-01-12T00:00:00.000Z', hold: null, isPaid: false, reference: null },
}

let db: PrivateDatabase
let sent: [method: string, body: unknown][]
let refusal: object | undefined

beforeEach(() => {
  sent = []
  refusal = undefined
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit = {}) => {
    sent.push([method, body === undefined ? undefined : JSON.parse(String(body))])
    if (refusal) return Response.json(refusal, { status: 422 })
    return Response.json(method === 'DELETE' ? { state: 'none' } : STORED)
  })
  db = new PrivateDatabase(`pri_${crypto.randomUUID()}` as LocalPrincipal, 'life')
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Shown({ initial, withProof }: { initial: OwnPayoutDetails; withProof: WithProof }) {
  const [own, setOwn] = useState(initial)
  return <PayoutDetails own={own} onChange={setOwn} withProof={withProof} />
}
const show = (initial: OwnPayoutDetails, withProof: WithProof = (action) => action()) =>
  render(<Shown initial={initial} withProof={withProof} />)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const CONTROL = { selector: 'input:not([type="radio"]), select' }
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label, CONTROL), { target: { value } })
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label, CONTROL)

test('where Stripe pays, nothing is shown', () => {
  const { container } = show({ state: 'off' })
  expect(container.textContent).toBe('')
})

test('an IBAN is saved, and then only the masked form is shown', async () => {
  show({ state: 'none' })
  press('Enter payout details')
  expect(document.activeElement).toBe(field(/Account holder/))
  type(/Account holder/, 'Grace Hopper')
  type(/Country of the bank/, 'DE')
  type(/^IBAN/, IBAN)
  expect([field(/^IBAN/).autocomplete, field(/^IBAN/).getAttribute('spellcheck')]).toEqual(['off', 'false'])
  press('Save payout details')
  expect(await screen.findByText('Payouts go to DE •••• 3000')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change' })))
  expect(sent).toEqual([['PUT', { kind: 'iban', holder: 'Grace Hopper', country: 'DE', iban: IBAN.replaceAll(' ', '') }]])
  expect(document.body.textContent).not.toContain('0532')
  expect(await db.drafts.count()).toBe(0)
})

test('a wrong field is named with its remedy and focused, and nothing is sent', () => {
  show({ state: 'none' })
  press('Enter payout details')
  type(/Account holder/, 'Grace Hopper')
  type(/Country of the bank/, 'DE')
  type(/^IBAN/, IBAN.replace('130', '310'))
  press('Save payout details')
  expect(screen.getByRole('alert').textContent).toContain('Compare it with your bank statement')
  expect(document.activeElement).toBe(field(/^IBAN/))
  type(/^IBAN/, IBAN)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sent).toEqual([])
})

test('a country without IBANs asks for the codes that its banks use', async () => {
  show({ state: 'none' })
  press('Enter payout details')
  type(/Account holder/, 'Grace Hopper')
  type(/Country of the bank/, 'US')
  expect(screen.queryByRole('radio')).toBeNull()
  type(/^Account number/, '000-123456789')
  type(/Routing number \(ABA\)/, '021000021')
  type(/BIC/, 'chasus33')
  press('Save payout details')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.[1]).toMatchObject({ accountNumber: '000123456789', routing: '021000021', bic: 'CHASUS33' })
})

test('a field that the server refuses is marked, and what was typed stays', async () => {
  refusal = { code: 'invalid', message: 'Check.', fields: [{ path: 'iban', message: 'This bank is closed.' }] }
  show({ state: 'none' })
  press('Enter payout details')
  type(/Account holder/, 'Grace Hopper')
  type(/Country of the bank/, 'DE')
  type(/^IBAN/, IBAN)
  press('Save payout details')
  expect(await screen.findByText('This bank is closed.')).toBeTruthy()
  expect(field(/^IBAN/).value).toBe(IBAN)
})

test('without the step-up nothing is sent, and what was typed stays', async () => {
  show(STORED, async () => undefined)
  press('Change')
  type(/Account holder/, 'Grace Hopper')
  type(/Country of the bank/, 'DE')
  type(/^IBAN/, IBAN)
  press('Save payout details')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save payout details' }).ariaBusy).toBeFalsy())
  expect(field(/^IBAN/).value).toBe(IBAN)
  expect(sent).toEqual([])
})

test('without a connection the form says why it cannot be saved, and what was typed stays', () => {
  show({ state: 'none' })
  press('Enter payout details')
  type(/Account holder/, 'Grace Hopper')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  expect(screen.getByText(/^You’re offline\. What you typed stays here/)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save payout details' }).disabled).toBe(true)
  expect(field(/Account holder/).value).toBe('Grace Hopper')
})

test('the details are removed after a confirmation', async () => {
  show(STORED)
  press('Remove')
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Where should we pay you?')).toBeTruthy()
  expect(sent.map(([method]) => method)).toEqual(['DELETE'])
})

test('money that cannot be paid without details is named', async () => {
  await db.earnings.put(sale as never)
  show({ state: 'none' })
  expect(await screen.findByText('$85.00 can’t be paid yet')).toBeTruthy()
  expect(screen.getByText('Enter your bank account, and it is included in the next payout.')).toBeTruthy()
})

test('the balance promises the next payout only where there are details', () => {
  const balance = {
    inWindow: cents(0),
    held: cents(0),
    payable: cents(8500),
    onItsWay: cents(0),
    paidOut: cents(0),
    donated: cents(0),
  }
  const { rerender } = render(<BalanceStrip balance={balance} needsDetails />)
  expect(screen.getByText('Enter your payout details to be paid.')).toBeTruthy()
  rerender(<BalanceStrip balance={balance} />)
  expect(screen.getByText('Included in the next payout.')).toBeTruthy()
})
