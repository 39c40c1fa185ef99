import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AuditEntry } from '#shared/admin/audit.ts'
import type { AdminRole } from '#shared/admin/rights.ts'
import { AuditLog } from './audit-log.tsx'

const entry: AuditEntry = {
  ...{ id: 'aud_1', actor: null, action: 'approved', targetType: 'vc', targetId: 'vc_1', targetName: 'Ada Member' },
  ...{ before: null, after: null, undoes: null, canUndo: false, createdAt: '2027-01-04T10:00:00.000Z' },
}
const choices = { actors: [{ id: 'usr_1', name: 'Sam Okafor' }], actions: ['approved'], targetTypes: ['vc', 'refund'] }

/** The server, with the queries of the log and the filters of exports. */
function stubLog() {
  const asked: string[] = []
  const exported: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path.endsWith('/choices')) return Response.json(choices)
    if (path.endsWith('/export')) {
      exported.push(JSON.parse(String(body)))
      return Response.json({ csv: 'entry\r\n', entries: 0, isCut: false })
    }
    asked.push(decodeURIComponent(path.split('?')[1] ?? ''))
    return Response.json({ entries: [entry], next: null })
  })
  return { asked, exported }
}

const settle = async (_: unknown, work: (version: undefined) => Promise<unknown>) => work(undefined).then(() => true)
const open = (...roles: AdminRole[]) => {
  const log = stubLog()
  render(<AuditLog roles={roles} decide={async () => true} settle={settle} busyWith={undefined} />)
  return log
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('#saved')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('each part of the filter narrows the log, and is removed again', async () => {
  const { asked, exported } = open('owner')
  await screen.findByRole('option', { name: 'Sam Okafor' })
  fireEvent.change(screen.getByLabelText('Admin'), { target: { value: 'usr_1' } })
  fireEvent.change(screen.getByLabelText('Kind of target'), { target: { value: 'refund' } })
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2027-01-01' } })
  const from = new Date(2027, 0, 1).toISOString()
  await waitFor(() => expect(asked.at(-1)).toBe(`actor=usr_1&targetType=refund&from=${from}`))
  fireEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
  await waitFor(() => expect(exported).toEqual([{ actor: 'usr_1', targetType: 'refund', from }]))
  fireEvent.click(screen.getByRole('button', { name: 'Clear filter' }))
  await waitFor(() => expect(asked.at(-1)).toBe(''))
})

test('the target of an entry narrows the log to the decisions about it', async () => {
  const { asked } = open('support')
  fireEvent.click(await screen.findByRole('button', { name: 'Show only decisions about Ada Member' }))
  await waitFor(() => expect(asked.at(-1)).toBe('targetType=vc&targetId=vc_1'))
  expect(screen.queryByRole('button', { name: 'Save as CSV' })).toBeNull()
})
