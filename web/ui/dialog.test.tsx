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
