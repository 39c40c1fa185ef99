import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

afterEach(cleanup)

const show = (props: Partial<Parameters<typeof ConfirmDialog>[0]> = {}) => {
  const onStay = vi.fn()
  const onAct = vi.fn()
  render(
    <ConfirmDialog title="Discard it?" stay="Keep it" onStay={onStay} action="Discard" onAct={onAct} {...props}>
      <p>It is gone for good.</p>
    </ConfirmDialog>,
  )
  return { onStay, onAct }
}
const buttons = () => screen.getAllByRole('button').filter((button) => button.textContent !== '') as HTMLButtonElement[]
const labels = () => buttons().map(({ textContent }) => textContent)

test('each button does what it says', () => {
  const { onStay, onAct } = show()
  fireEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  expect([onStay.mock.calls.length, onAct.mock.calls.length]).toEqual([1, 0])
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect([onStay.mock.calls.length, onAct.mock.calls.length]).toEqual([1, 1])
})

test('the advised button comes last', () => {
  show()
  expect(labels()).toEqual(['Keep it', 'Discard'])
  cleanup()
  show({ isStayAdvised: true })
  expect(labels()).toEqual(['Discard', 'Keep it'])
})

test('while the action runs, no button can be pressed and the dialog cannot be closed', () => {
  const { onStay } = show({ isBusy: true })
  expect(buttons().map(({ disabled }) => disabled)).toEqual([true, true])
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(onStay).not.toHaveBeenCalled()
})

test('an action that is not possible now leaves the way back', () => {
  show({ canAct: false })
  expect(buttons().map(({ disabled }) => disabled)).toEqual([false, true])
})
