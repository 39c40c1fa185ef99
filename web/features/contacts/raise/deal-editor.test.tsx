import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { type DealFields, noDeal } from '#shared/raise/contract.ts'
import { fieldsBaseOf } from '#shared/sync/merge-fields.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleDeal } from '#tests/support/samples/sample-deal.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { DealEditor } from './deal-editor.tsx'
import { chooseDealBase, showDeal } from './mutations.ts'

const enqueue = vi.fn(async (..._entry: unknown[]): Promise<unknown> => undefined)
provideSync({ enqueue } as never)
const id = 'recA' as VcId
const db = new PrivateDatabase('guest', 'life')

afterEach(async () => {
  cleanup()
  enqueue.mockReset()
  await db.deals.clear()
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const write = (label: string, value: string) => {
  fireEvent.change(field(label), { target: { value } })
  fireEvent.blur(field(label))
}
const base = (seen: Partial<DealFields>, changes: Partial<DealFields>) => fieldsBaseOf({ ...noDeal, ...seen }, changes)

test('each field is sent by itself, with what its author saw', async () => {
  await renderInRouter(<DealEditor id={id} deal={sampleDeal(id, { nextStep: 'Call' })} stage="passed" />)
  expect(field('Amount').value).toBe('$250,000')
  write('Amount', '1.5M')
  write('Next step', ' Send  the deck ')
  write('Commitment', 'soft')
  write('Reason for a no', 'Too early')
  await waitFor(() => expect(enqueue).toHaveBeenCalledTimes(4))
  const sent = (name: object, seen: Partial<DealFields>) => ['deal.write', { id, ...name }, base(seen, name)]
  expect(enqueue.mock.calls).toEqual(
    expect.arrayContaining([
      sent({ amount: 150_000_000 }, { amount: 25_000_000 }),
      sent({ nextStep: 'Send the deck' }, { nextStep: 'Call' }),
      sent({ commitment: 'soft' }, {}),
      sent({ passReason: 'Too early' }, {}),
    ]),
  )
})

test('a second text is based on the first one as it was stored, not as it was typed', async () => {
  await renderInRouter(<DealEditor id={id} deal={null} stage={null} />)
  write('Next step', ' Send  the deck ')
  await waitFor(() => expect(enqueue).toHaveBeenCalledTimes(1))
  write('Next step', 'Call')
  await waitFor(() => expect(enqueue).toHaveBeenCalledTimes(2))
  expect(enqueue.mock.calls[1]?.[2]).toEqual(base({ nextStep: 'Send the deck' }, { nextStep: 'Call' }))
})

test('a text that is no amount is not sent and stays in the field, which says what to write', async () => {
  await renderInRouter(<DealEditor id={id} deal={null} stage={null} />)
  write('Amount', 'a lot')
  expect(await screen.findByText(/Write an amount in dollars/)).toBeTruthy()
  write('Amount', '')
  write('Amount', '250k')
  await waitFor(() => expect(enqueue).toHaveBeenCalled())
  expect(enqueue.mock.calls.map(([, args]) => args)).toEqual([{ id, amount: 25_000_000 }])
  expect(screen.queryByText(/Write an amount in dollars/)).toBeNull()
})

test('the device shows its own change at once and keeps the other fields; a refused one is sent again over what is shown', async () => {
  await db.deals.put({ ...sampleDeal(id, { nextStep: 'Call' }), version: 3 })
  const args = { id, nextStep: 'Send the deck' }
  const seen = base({ nextStep: 'Call' }, args)
  await showDeal(db, args, '2026-11-21T10:00:00.000Z', seen)
  await showDeal(db, args, '2026-11-21T10:00:00.000Z', seen)
  expect(await db.deals.get(id)).toMatchObject({ nextStep: 'Send the deck', amount: 25_000_000, version: 0 })
  await db.deals.put({ ...sampleDeal(id, { nextStep: 'Of the laptop' }), version: 4 })
  expect(await chooseDealBase(db, args, seen)).toEqual(base({ nextStep: 'Of the laptop' }, { nextStep: 'Send the deck' }))
})
