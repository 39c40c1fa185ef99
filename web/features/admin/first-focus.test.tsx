import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ReasonDialog } from '#web/features/admin/decisions/reason-dialog.tsx'
import { QueueList } from './queue-list.tsx'
import { QueueRow } from './queue-row.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const useDevice = (hasMouse: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: hasMouse }))

function Queue({ isDone = false }) {
  return (
    <QueueList title="Pending Review" items={[{ id: 'Ann' }, { id: 'Bob' }]} empty="Empty" isDone={isDone}>
      {({ id }, line) => (
        <QueueRow name={id} portrait={null} detail="" badges={null} {...line}>
          Details
        </QueueRow>
      )}
    </QueueList>
  )
}

const ask = () =>
  render(
    <ReasonDialog
      question={{
        draftId: 'admin:reject:vc_1',
        title: 'Reject Ann',
        text: 'Ann gets a mail.',
        label: 'Reason',
        action: 'Reject',
        onDecide: async () => true,
      }}
      isOnline
      onClose={() => undefined}
    />,
  )

test('with a mouse and a keyboard, a queue starts in its first entry, so that its letters work immediately', () => {
  useDevice(true)
  render(<Queue />)
  expect(document.activeElement?.textContent).toContain('Ann')
})

test('a list of closed entries takes no focus, nor does a queue on a phone', () => {
  useDevice(true)
  render(<Queue isDone />)
  expect(document.activeElement).toBe(document.body)
  cleanup()
  useDevice(false)
  render(<Queue />)
  expect(document.activeElement).toBe(document.body)
})

test('a dialog that asks for a reason starts in its field; on a phone the keyboard does not cover it', () => {
  useDevice(true)
  ask()
  expect(document.activeElement).toBe(screen.getByLabelText('Reason'))
  cleanup()
  useDevice(false)
  ask()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Reject Ann' }))
})
