import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReasonDialog } from '#web/features/admin/decisions/reason-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { QueueList } from './queue-list.tsx'
import { QueueRow } from './queue-row.tsx'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: true })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A queue whose entries leave it while the dialog of the decision is still open, as after the queues are loaded again. */
function Queue({ initial }: { initial: string[] }) {
  const [ids, setIds] = useState(initial)
  const [asked, setAsked] = useState<string>()
  const leave = (id: string) => setIds((before) => before.filter((one) => one !== id))
  return (
    <main>
      <a href="#queue" data-queue="applications">
        Applications
      </a>
      <QueueList title="Pending Review" items={ids.map((id) => ({ id }))} empty="Empty">
        {({ id }, line) => (
          <QueueRow
            name={id}
            portrait={null}
            detail=""
            badges={null}
            actions={
              <>
                <Button onClick={() => leave(id)}>Approve {id}</Button>
                <Button onClick={() => setAsked(id)}>Reject {id}</Button>
              </>
            }
            {...line}
          >
            Details
          </QueueRow>
        )}
      </QueueList>
      {asked && (
        <ReasonDialog
          question={{
            ...{ draftId: 'admin:reject:vc_1', title: `Reject ${asked}`, text: 'By email.', label: 'Reason', action: 'Reject' },
            onDecide: async () => {
              leave(asked)
              await waitFor(() => expect(screen.queryByRole('button', { name: `Approve ${asked}` })).toBeNull())
              return true
            },
          }}
          isOnline
          onClose={() => setAsked(undefined)}
        />
      )}
    </main>
  )
}

function press(name: string) {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
/** The focus stays in the text, so that it is in the dialog when the entry leaves the queue. */
async function reject(name: string) {
  press(`Reject ${name}`)
  const reason = await screen.findByLabelText('Reason')
  fireEvent.change(reason, { target: { value: 'No such fund.' } })
  reason.focus()
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

/** The page itself contains the name of every entry. */
const focusedEntry = () => document.activeElement?.closest('li')?.textContent ?? ''

test('after a decision the entry that takes the position has the focus, also where a dialog asked for the reason', async () => {
  render(<Queue initial={['Ann', 'Bob', 'Cleo', 'Dora']} />)
  press('Approve Ann')
  expect(focusedEntry()).toContain('Bob')
  await reject('Cleo')
  await waitFor(() => expect(focusedEntry()).toContain('Dora'))
  await reject('Dora')
  await waitFor(() => expect(focusedEntry()).toContain('Bob'))
})

test('after the last decision the heading of the empty queue has the focus', async () => {
  render(<Queue initial={['Ann']} />)
  await reject('Ann')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: /Pending Review/ })))
  cleanup()
  render(<Queue initial={['Ann']} />)
  press('Approve Ann')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /Pending Review/ }))
})

test('a queue that was chosen by its link starts in its first entry', () => {
  render(
    <main>
      <a href="#queue" data-queue="applications">
        Applications
      </a>
      <div id="queue" />
    </main>,
  )
  screen.getByRole('link').focus()
  render(<Queue initial={['Ann']} />, { container: document.querySelector('#queue') as HTMLElement })
  expect(focusedEntry()).toContain('Ann')
})
