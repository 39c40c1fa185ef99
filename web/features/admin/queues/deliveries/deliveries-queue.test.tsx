import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AdminDeliveries, FailedMail, FailingJob } from '#shared/admin/deliveries.ts'
import { DeliveriesQueue } from './deliveries-queue.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const AT = '2026-11-28T08:00:00.000Z'
const mail = (id: string, about: Partial<FailedMail> = {}): FailedMail => ({
  ...{ id, template: 'sale', recipient: 'a…@example.com', failure: 'rejected', reason: '550 refused', attempts: 1, failedAt: AT },
  ...{ sentAgain: 'possible', ...about },
})
const job = (id: string, about: Partial<FailingJob> = {}): FailingJob => ({
  ...{ id, kind: 'import', attempts: 3, isScheduled: false, error: 'Error: away', nextRunAt: AT, isRunning: false, ...about },
})

function show(about: Partial<AdminDeliveries>) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Response.json({ retried: 1 })
  })
  const deliveries = { mails: [], mailCount: 0, mailKinds: [], jobs: [], jobCount: 0, jobKinds: [], ...about }
  const settle = async (_: unknown, work: (version: undefined) => Promise<unknown>) => {
    await work(undefined)
    return true
  }
  render(<DeliveriesQueue deliveries={deliveries} settle={settle} busyWith={undefined} />)
  return sent
}

test('a mail and a job are retried from their lines', async () => {
  const sent = show({ mails: [mail('mail_1')], jobs: [job('job_1')] })
  fireEvent.click(screen.getByRole('button', { name: 'Send again: sale to a…@example.com' }))
  fireEvent.click(screen.getByRole('button', { name: 'Run now: import' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { what: 'mail', id: 'mail_1' },
      { what: 'job', id: 'job_1' },
    ]),
  )
})

test.each([
  ['secret-gone', /one-time secret/],
  ['delivered', /delivered before it came back/],
] as const)('a mail that cannot be sent again says why: %s', (sentAgain, sentence) => {
  show({ mails: [mail('mail_1', { sentAgain })] })
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('all mails of a kind are retried together, after a confirmation', async () => {
  const sent = show({
    mails: [mail('mail_1')],
    mailKinds: [
      { kind: 'sale', count: 12 },
      { kind: 'digest', count: 1 },
    ],
  })
  expect(screen.queryByRole('button', { name: /digest/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Send all 12 of sale' }))
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Send all' }))
  await waitFor(() => expect(sent).toEqual([{ what: 'mails', kind: 'sale' }]))
})

test('a list that is cut says so', () => {
  show({ mails: [mail('mail_1')], mailCount: 130 })
  expect(screen.getByText(/^Only 1 shown/)).toBeTruthy()
})
