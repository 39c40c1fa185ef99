import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NO_COMPANY } from '#shared/company/contract.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { CompanySection } from './company-section.tsx'

const stored = { ...NO_COMPANY, legalName: 'Grove Ltd', address: 'London', version: 4 }
let changes: unknown[]

const settle: Settle = ({ version }, work) =>
  work(version).then(
    () => true,
    () => false,
  )
const open = () => render(<CompanySection settle={settle} busyWith={undefined} />)
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(new RegExp(`^${label}`)), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

beforeEach(() => {
  changes = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path !== '/api/admin/company') return new Response(null, { status: 503 })
    if (method === 'GET') return Response.json(stored)
    changes.push(JSON.parse(String(body)))
    return Response.json({ ...stored, version: 5 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an owner reads what is missing, and saves all parts with the version that was shown', async () => {
  open()
  expect(await screen.findByText('Not set yet: support address, responsible for the content.')).toBeTruthy()
  await type('Support address', ' Help@Grove.example ')
  save()
  const { version, ...parts } = stored
  await waitFor(() => expect(changes).toEqual([{ ...parts, supportEmail: 'help@grove.example', version }]))
})

test('a part that is not valid is explained beside its field, and nothing is sent', async () => {
  open()
  await type('VAT ID', '123')
  save()
  expect((await screen.findByRole('alert')).textContent).toContain('letters of the country')
  expect(changes).toEqual([])
})
