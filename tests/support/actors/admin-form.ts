import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'

/** Types into the field whose label begins so, once it is there. */
export const typeInto = async (label: string, text: string) =>
  fireEvent.change(await screen.findByLabelText(new RegExp(`^${label}`)), { target: { value: text } })

/** Presses a button, once it is there. */
export const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

/** Confirms the open dialog, with a reason where one is given. */
export async function confirmDialog(button: string, reason?: string) {
  const dialog = await screen.findByRole('dialog')
  const confirming = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: button })
  if (reason) fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: reason } })
  await waitFor(() => expect(confirming().disabled).toBe(false))
  fireEvent.click(confirming())
}
