import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
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
