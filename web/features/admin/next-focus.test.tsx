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
              await new Promise((painted) => setTimeout(painted))
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
async function reject(name: string) {
  press(`Reject ${name}`)
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'No such fund.' } })
  press('Reject')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('after a decision the entry that takes the position has the focus, also where a dialog asked for the reason', async () => {
  render(<Queue initial={['Ann', 'Bob', 'Cleo', 'Dora']} />)
  press('Approve Ann')
  expect(document.activeElement?.textContent).toContain('Bob')
  await reject('Cleo')
  expect(document.activeElement?.textContent).toContain('Dora')
  await reject('Dora')
  expect(document.activeElement?.textContent).toContain('Bob')
})

test('after the last decision the heading of the empty queue has the focus', async () => {
  render(<Queue initial={['Ann']} />)
  await reject('Ann')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /Pending Review/ }))
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
  expect(document.activeElement?.textContent).toContain('Ann')
})
