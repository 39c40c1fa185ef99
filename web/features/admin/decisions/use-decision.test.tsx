import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { useDecision } from './use-decision.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const SELF = 'usr_1' as UserId

function Page() {
  const { decide } = useDecision(
    SELF,
    async () => undefined,
    async (work) => work(),
  )
  const approve = () =>
    decide({ targetId: 'vc_1', title: 'Approved', sentence: 'Keystone is listed.', version: 1 }, async () => undefined)
  return (
    <>
      <button type="button" onClick={approve}>
        Approve
      </button>
      <Toaster />
    </>
  )
}

test('the toast about a decision undoes it, wherever the page is scrolled to', async () => {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    calls.push(`${method ?? 'GET'} ${path}`)
    const entry = { id: 'aud_1', action: 'approved', targetType: 'vc', targetId: 'vc_1', targetName: 'Keystone', undoes: null }
    const actor = { id: SELF, name: 'Sam' }
    const entries = [{ ...entry, actor, before: null, after: null, canUndo: true, createdAt: '2026-11-20T12:00:00.000Z' }]
    return new Response(JSON.stringify(path.endsWith('/undo') ? { success: true } : { entries, next: null }))
  })
  render(<Page />)
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(calls.at(-1)).toBe('POST /api/admin/audit/aud_1/undo'))
})
