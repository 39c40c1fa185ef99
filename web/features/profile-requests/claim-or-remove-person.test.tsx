import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ClaimOrRemovePerson } from './claim-or-remove-person.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PEOPLE = [
  { id: 'dm_1', role: 'Managing Partner' },
  { id: 'dm_2', role: 'Principal' },
]

test('each person of a fund can open the form about their own entry, by role', async () => {
  const requests: [string, unknown][] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push([String(url), JSON.parse(String(init.body))])
    return Response.json({ success: false, next: 'address' })
  })
  render(<ClaimOrRemovePerson fundName="Quiet Capital" people={PEOPLE} />)
  fireEvent.click(screen.getByRole('button', { name: 'I am the Principal' }))
  await screen.findByText('Principal of Quiet Capital')
  fireEvent.click(screen.getByLabelText(/Remove it/))
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(requests).toEqual([[expect.stringContaining('/api/listings/dm_2/remove'), {}]]))
  expect(await screen.findByLabelText('Your email')).toBeTruthy()
})

test('a fund without people has no such line', () => {
  const { container } = render(<ClaimOrRemovePerson fundName="Quiet Capital" people={[]} />)
  expect(container.textContent).toBe('')
})
