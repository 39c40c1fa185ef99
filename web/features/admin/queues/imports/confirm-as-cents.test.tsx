import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { DoubtfulPrice } from '#shared/admin/imports.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { ConfirmAsCents } from './confirm-as-cents.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const price = (id: string, doubt = 'read as cents'): DoubtfulPrice => ({
  ...{ id: id as VcId, version: 7, name: id, fund: null, raw: '150', doubt },
  ...{ price: cents(150), isConfirmed: false },
})

test('all prices that were read as cents are confirmed together, after a confirmation', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)])
    return Response.json({ confirmed: 2, skipped: 0 })
  })
  const prices = [price('rec1'), price('rec2'), price('rec3', 'it could not be read')]
  const settle = async (_: unknown, work: (version: undefined) => Promise<unknown>) => {
    await work(undefined)
    return true
  }
  render(<ConfirmAsCents prices={prices} settle={settle} busyWith={undefined} />)
  fireEvent.click(screen.getByRole('button', { name: 'Confirm all 2 as cents' }))
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Confirm prices' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const seen = { prices: ['rec1', 'rec2'].map((id) => ({ id, version: 7 })) }
  expect(sent).toEqual([['/api/admin/prices/confirm', seen]])
})

test('a single price is confirmed in its own row', () => {
  render(<ConfirmAsCents prices={[price('rec1')]} settle={async () => true} busyWith={undefined} />)
  expect(screen.queryByRole('button')).toBeNull()
})
