import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Block } from '#shared/admin/blocks.ts'
import type { Question } from '#web/features/admin/decisions/reason-dialog.tsx'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { BlockList } from './block-list.tsx'

const spam: Block = {
  ...{ id: 'blk_1', kind: 'domain', value: 'spam.example', reason: 'Sends links.', creator: 'Sam Okafor' },
  ...{ createdAt: '2026-03-01T09:00:00Z', endsAt: null, isInForce: true, hits: 3, lastHitAt: '2026-03-02T09:00:00Z' },
}
const ended: Block = { ...spam, id: 'blk_2', value: 'old.example', isInForce: false, endsAt: '2026-03-02T09:00:00Z' }

/** The server, with the requests that changed something. */
function stubServer(blocks: Block[], hits?: Record<string, number>) {
  const changes: [path: string, body: unknown][] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ blocks, hits })
    changes.push([path, JSON.parse(String(body))])
    return Response.json(spam)
  })
  return changes
}

const settle: Settle = (_, work) =>
  work(undefined).then(
    () => true,
    () => false,
  )

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: true })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an entry shows what it refused, and is ended with a reason; one that has ended has no button', async () => {
  const changes = stubServer([spam, ended])
  const questions: Question[] = []
  render(<BlockList settle={settle} busyWith={undefined} ask={(question) => void questions.push(question)} />)
  fireEvent.click(await screen.findByRole('button', { name: 'End the block of spam.example' }))
  expect(screen.getAllByText(/^3 refused requests, the last one on/)).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'End the block of old.example' })).toBeNull()
  expect(changes).toEqual([])
  expect(await questions[0]?.onDecide('By mistake.', false)).toBe(true)
  expect(changes).toEqual([['/api/admin/blocks/blk_1/end', { reason: 'By mistake.' }]])
})

test('a card is shown by the start of its hash, with what each kind has refused', async () => {
  stubServer([{ ...spam, kind: 'card', value: '0123456789ab…' }], { card: 2, domain: 3, network: 0 })
  render(<BlockList settle={settle} busyWith={undefined} ask={() => undefined} />)
  expect(await screen.findByText('card 0123456789ab…')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'End the block of card 0123456789ab…' })).toBeTruthy()
  expect(screen.getByText('Refused so far: 3 by mail domain, 2 by card.')).toBeTruthy()
})

test('a sender is blocked for 30 days unless another end is chosen, and an invalid one is not sent', async () => {
  const changes = stubServer([])
  render(<BlockList settle={settle} busyWith={undefined} ask={() => undefined} />)
  await screen.findByText('Nothing is blocked.')
  const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fill('Kind', 'network')
  fill('What to block', 'spam.example')
  fill('Reason', 'Tests cards.')
  fireEvent.click(screen.getByRole('button', { name: 'Block' }))
  expect(await screen.findByText(/^Enter a valid address/)).toBeTruthy()
  expect(changes).toEqual([])
  fill('What to block', '203.0.113.0/24')
  fireEvent.click(screen.getByRole('button', { name: 'Block' }))
  const sent = { kind: 'network', value: '203.0.113.0/24', reason: 'Tests cards.', days: 30 }
  await waitFor(() => expect(changes).toEqual([['/api/admin/blocks', sent]]))
})
