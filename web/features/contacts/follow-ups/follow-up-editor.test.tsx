import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type FollowUp, nothingYet } from '#shared/contacts/follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import { cleanLine } from '#shared/text.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { FollowUpEditor } from './follow-up-editor.tsx'

const id = 'recA' as VcId

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a place that was stored in a pause keeps its last space until the field is left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const enqueue = vi.fn()
  provideSync({ enqueue } as never)
  function Stored() {
    const [metAt, setMetAt] = useState<string | null>(null)
    enqueue.mockImplementation(async (_name, change) => setMetAt(cleanLine(change.metAt ?? '') || null))
    const followUp: FollowUp = { ...nothingYet, id, metAt, updatedAt: '2026-11-21T10:00:00.000Z' }
    return <FollowUpEditor id={id} followUp={followUp} now={0} canBeMailed />
  }
  render(<Stored />)
  const field = screen.getByLabelText<HTMLInputElement>('Met at')
  fireEvent.change(field, { target: { value: 'Bar of ' } })
  await act(async () => vi.advanceTimersByTime(600))
  expect(enqueue).toHaveBeenCalledOnce()
  expect(field.value).toBe('Bar of ')
  await act(async () => fireEvent.blur(field))
  expect(field.value).toBe('Bar of')
})
