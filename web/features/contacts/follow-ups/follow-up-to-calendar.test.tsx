import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nothingYet } from '#shared/contacts/follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleDeal } from '#tests/support/samples/sample-deal.ts'
import { DealEditor } from '#web/features/contacts/raise/deal-editor.tsx'
import { FollowUpEditor } from './follow-up-editor.tsx'
import { FollowUpToCalendar } from './follow-up-to-calendar.tsx'

const saved: string[][] = []
vi.mock('#web/ui/save-file.ts', () => ({ saveFile: (...file: string[]) => saved.push(file) }))

const id = 'recA' as VcId
const dueAt = new Date(2026, 11, 1, 9).toISOString()
const calendar = <FollowUpToCalendar id={id} name="Marit Moretti" dueAt={dueAt} nextStep="Send the deck" />
const followUp = (due: string | null) => ({ ...nothingYet, id, dueAt: due, updatedAt: dueAt, version: 1 })

beforeEach(() => void saved.splice(0))
afterEach(cleanup)

test('one press on a follow-up, and on the next step of a deal, saves its day in the time zone of the device', async () => {
  await renderInRouter(
    <>
      <section aria-label="Follow-up">
        <FollowUpEditor id={id} followUp={followUp(dueAt)} now={0} canBeMailed={false} calendar={calendar} />
      </section>
      <section aria-label="Deal">
        <DealEditor id={id} deal={sampleDeal(id, { nextStep: 'Send the deck' })} stage={null} calendar={calendar} />
      </section>
    </>,
  )
  for (const part of ['Follow-up', 'Deal']) {
    fireEvent.click(within(screen.getByRole('region', { name: part })).getByRole('button', { name: 'Add to calendar' }))
  }
  expect(saved).toHaveLength(2)
  for (const [name, text, type] of saved) {
    expect([name, type]).toEqual(['follow-up-2026-12-01-marit-moretti.ics', 'text/calendar'])
    expect(text).toContain('DTSTART;VALUE=DATE:20261201\r\n')
    expect(text).toContain('SUMMARY:Marit Moretti: Send the deck\r\n')
    expect(text?.replaceAll('\r\n ', '')).toContain(`URL:${location.origin}/contacts/${id}\r\n`)
  }
})

test('a follow-up without a date and a deal without a next step have no such button', async () => {
  await renderInRouter(
    <>
      <FollowUpEditor id={id} followUp={followUp(null)} now={0} canBeMailed={false} calendar={calendar} />
      <DealEditor id={id} deal={sampleDeal(id, { nextStep: null })} stage={null} calendar={calendar} />
    </>,
  )
  expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull()
})
