import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SWITCHES } from '#shared/switches/contract.ts'
import type { Question } from '#web/features/admin/decisions/reason-dialog.tsx'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { SwitchesSection } from './switches-section.tsx'

const switches = SWITCHES.map((feature) => ({ feature, offSince: feature === 'bookings' ? '2026-03-01T09:00:00Z' : null }))
const settle: Settle = (_, work) =>
  work(undefined).then(
    () => true,
    () => false,
  )

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an owner switches a feature off and on, each with a reason', async () => {
  const changes: [path: string, body: unknown][] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'PATCH') changes.push([path, JSON.parse(String(body))])
    return Response.json({ switches })
  })
  const questions: Question[] = []
  render(<SwitchesSection settle={settle} busyWith={undefined} ask={(question) => void questions.push(question)} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Switch off Newsletter' }))
  fireEvent.click(screen.getByRole('button', { name: 'Switch on Bookings' }))
  expect(screen.getAllByText('Off')).toHaveLength(1)
  expect(screen.getByText(/^Off since/)).toBeTruthy()
  expect(changes).toEqual([])
  for (const { onDecide } of questions) expect(await onDecide('Spam.', false)).toBe(true)
  expect(changes).toEqual([
    ['/api/admin/switches/newsletter', { isOff: true, reason: 'Spam.' }],
    ['/api/admin/switches/bookings', { isOff: false, reason: 'Spam.' }],
  ])
})
