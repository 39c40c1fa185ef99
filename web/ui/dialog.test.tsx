import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

function Opener({ isKept }: { isKept: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const dialog = (
    <Dialog title="A question" isOpen={isOpen} onClose={() => setOpen(false)}>
      <button type="button">Answer</button>
    </Dialog>
  )
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      {(isKept || isOpen) && dialog}
    </>
  )
}

test.each([
  ['stays in the page', true],
  ['leaves the page with it', false],
])('the focus returns to the element that opened the dialog, when its component %s', (_, isKept) => {
  render(<Opener isKept={isKept} />)
  const opener = screen.getByRole('button', { name: 'Ask' })
  opener.focus()
  fireEvent.click(opener)
  expect(document.activeElement?.textContent).toBe('A question')
  screen.getByRole('button', { name: 'Answer' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

/** A purchase: it replaces the button that opened the dialog. */
function Purchase() {
  const [step, setStep] = useState<'locked' | 'open' | 'unlocked'>('locked')
  return (
    <section>
      {step === 'unlocked' ? (
        <h2 tabIndex={-1} data-after-dialog>
          The contact
        </h2>
      ) : (
        <button type="button" onClick={() => setStep('open')}>
          Unlock
        </button>
      )}
      {step === 'open' && (
        <Dialog title="Payment" isOpen onClose={() => setStep('unlocked')}>
          <p>Paid</p>
        </Dialog>
      )}
    </section>
  )
}

test('when the dialog has replaced its opener, the focus goes to what took its place', () => {
  render(<Purchase />)
  screen.getByRole('button', { name: 'Unlock' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(document.activeElement?.textContent).toBe('The contact')
})

function Steps() {
  const [step, setStep] = useState(1)
  return (
    <Dialog title="Two steps" isOpen onClose={() => undefined}>
      <button key={step} type="button" onClick={() => setStep(2)}>
        Continue from {step}
      </button>
    </Dialog>
  )
}

test('a step that replaces the focused button keeps the focus in the dialog', () => {
  render(<Steps />)
  screen.getByRole('button', { name: 'Continue from 1' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Continue from 1' }))
  expect(document.activeElement?.textContent).toBe('Two steps')
})

/** What a browser does at the second Esc without a tap in between: `cancel` cannot be prevented. */
async function closeByBrowser(dialog: HTMLDialogElement) {
  fireEvent(dialog, new Event('cancel'))
  await act(async () => dialog.isConnected && dialog.close())
}

function Sending() {
  const [isBusy, setBusy] = useState(true)
  const [isOpen, setOpen] = useState(true)
  return (
    <Dialog title="Sending" isOpen={isOpen} onClose={() => setOpen(false)} canClose={!isBusy}>
      <button type="button" onClick={() => setBusy(false)}>
        Fail
      </button>
    </Dialog>
  )
}

test('a dialog that must stay open is open again after the browser has closed it, and can be closed later', async () => {
  render(<Sending />)
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  for (const _ of [1, 2]) {
    await closeByBrowser(dialog)
    expect(dialog.open).toBe(true)
    expect(document.activeElement?.textContent).toBe('Sending')
  }
  fireEvent.click(screen.getByRole('button', { name: 'Fail' }))
  await closeByBrowser(dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what is cancelled inside a dialog does not close it', () => {
  const onClose = vi.fn()
  render(
    <Dialog title="Outer" isOpen onClose={onClose}>
      <input type="file" aria-label="Photo" />
      <Dialog title="Inner" isOpen onClose={() => undefined}>
        A question
      </Dialog>
    </Dialog>,
  )
  fireEvent(screen.getByLabelText('Photo'), new Event('cancel', { bubbles: true }))
  fireEvent(screen.getByRole('dialog', { name: 'Inner' }), new Event('cancel'))
  expect(onClose).not.toHaveBeenCalled()
})
