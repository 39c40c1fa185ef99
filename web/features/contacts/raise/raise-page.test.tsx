import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type FollowUp, nothingYet } from '#shared/contacts/follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import { noRound, ROUND, type Round } from '#shared/raise/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleDeal } from '#tests/support/samples/sample-deal.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { currentToast } from '#web/ui/toast.ts'
import { RaisePage } from './raise-page.tsx'
import type { RaiseSearch } from './search-params.ts'

const enqueue = vi.fn(async (..._entry: unknown[]): Promise<unknown> => undefined)
provideSync({ enqueue } as never)

afterEach(() => {
  cleanup()
  enqueue.mockReset()
})

const NOW = Date.parse('2026-03-01T12:00:00Z')
const ada = 'recA' as VcId
const followUp = (id: VcId, stage: FollowUp['stage']): [VcId, FollowUp] => [id, { ...nothingYet, id, stage, updatedAt: '' }]
const round: Round = { ...noRound, id: ROUND, updatedAt: '', name: 'Seed', target: 100_000_000, replied: 'Warm' }

type Given = { count?: number; search?: RaiseSearch }
const show = ({ count = 2, search = {} }: Given = {}) => {
  const ids = Array.from({ length: count }, (_, at) => (at === 0 ? ada : (`rec${at}` as VcId)))
  const contacts = ids.map((id, at) => sampleContact({ id, name: at === 0 ? 'Ada Peña' : `Contact ${at}` }))
  const own = { notes: new Map(), followUps: new Map([followUp(ada, 'written')]) }
  const deals = new Map([[ada, sampleDeal(ada, { commitment: 'soft' })]])
  return renderInRouter(<RaisePage {...{ contacts, own, deals, round, search, now: NOW }} onSearch={() => undefined} />)
}
const column = (name: string) => screen.getByRole('region', { name })
const moves = () => enqueue.mock.calls.map(([name, args]) => [name, args])

test('the board has a column for each stage, under the user’s own name of it, with its sum; the totals are against the target', async () => {
  await show()
  expect(within(column('Contacted')).getByRole('article', { name: 'Ada Peña' })).toBeTruthy()
  expect(within(column('Not started')).getByRole('article', { name: 'Contact 1' })).toBeTruthy()
  expect(column('Warm')).toBeTruthy()
  expect(column('Contacted').textContent).toContain('$250K')
  expect(screen.getByRole('region', { name: 'Totals' }).textContent).toMatch(
    /\$0 committed.*of \$1M.*Soft-circled\$250K.*Weighted\$125K/,
  )
})

test('on a phone the figures are shown on request', async () => {
  await show()
  const button = screen.getByRole('button', { name: 'All figures' })
  const figures = document.getElementById(button.getAttribute('aria-controls') ?? '')
  expect([button.getAttribute('aria-expanded'), figures?.classList.contains('hidden')]).toEqual(['false', true])
  fireEvent.click(button)
  expect([button.getAttribute('aria-expanded'), figures?.classList.contains('hidden')]).toEqual(['true', false])
})

test('a card is moved by its menu, is in the other column at once, and the move is announced', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Move Ada Peña to' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Warm' }))
  expect(within(column('Warm')).getByRole('article', { name: 'Ada Peña' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Ada Peña moved to Warm')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ada Peña'))
  expect(moves()).toEqual([['contact.follow-up', { contactId: ada, stage: 'replied' }]])
})

test('the menu with the stage that the card has moves nothing', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Move Ada Peña to' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Contacted' }))
  expect(enqueue).not.toHaveBeenCalled()
})

test('Shift and an arrow move the focused card, and it keeps the focus', async () => {
  await show()
  const link = screen.getByRole('link', { name: 'Ada Peña' })
  link.focus()
  fireEvent.keyDown(link, { key: 'ArrowRight', shiftKey: true })
  expect(within(column('Warm')).getByRole('article', { name: 'Ada Peña' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.closest('[data-column]')).toBe(column('Warm')))
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowLeft' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Contact 1'))
  expect(moves()).toEqual([['contact.follow-up', { contactId: ada, stage: 'replied' }]])
})

test('a move that the device cannot store is taken back, and the screen says so', async () => {
  enqueue.mockRejectedValue(new Error('full'))
  await show()
  const link = screen.getByRole('link', { name: 'Ada Peña' })
  fireEvent.keyDown(link, { key: 'ArrowRight', shiftKey: true })
  await waitFor(() => expect(currentToast.get()?.title).toBe('Couldn’t save the move on this device'))
  expect(within(column('Contacted')).getByRole('article', { name: 'Ada Peña' })).toBeTruthy()
})

test('of 5,000 contacts only those near the window of their column are in the document', async () => {
  await show({ count: 5000 })
  expect(column('Not started').textContent).toContain('4999')
  expect(screen.getAllByRole('article').length).toBeLessThan(60)
})

test('paper has every contact of a long column', async () => {
  await show({ count: 60 })
  fireEvent(window, new Event('beforeprint'))
  expect(screen.getAllByRole('row')).toHaveLength(1 + 2 + 60)
  fireEvent(window, new Event('afterprint'))
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
})

test('without a contact the page explains the first step', async () => {
  await show({ count: 0 })
  expect(screen.getByText('Your raise starts with a contact')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add a person' }).getAttribute('href')).toBe('/contacts/new')
  expect(screen.queryByRole('region', { name: 'Totals' })).toBeNull()
})
