import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { CallWith } from './call-with.tsx'

const saved: string[] = []
vi.mock('#web/ui/save-file.ts', () => ({ saveFile: (name: string) => saved.push(name) }))

let db: PrivateDatabase
beforeEach(() => {
  db = new PrivateDatabase('guest', 'life')
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
})

const at = (daysAhead: number) => new Date(Date.now() + daysAhead * 24 * 60 * 60 * 1000).toISOString()
const call = (over: Parameters<typeof sampleCall>[0]) => ({ ...sampleCall({ start: at(3), end: at(4), ...over }), version: 1 })

test('the page of a booked investor keeps a link to the call and its calendar file', async () => {
  await db.bookings.put(call({}))
  await renderInRouter(<CallWith vcId={sampleCall().vcId} />)
  expect((await screen.findByRole('link', { name: /^Your call/ })).getAttribute('href')).toBe('/calls')
  screen.getByRole('button', { name: 'Add to calendar' }).click()
  expect(saved).toEqual([`call-${at(3).slice(0, 10)}-alan-platform.ics`])
})

test('a call in dispute has no calendar file', async () => {
  await db.bookings.put(call({ status: 'disputed' }))
  await renderInRouter(<CallWith vcId={sampleCall().vcId} />)
  expect(await screen.findByRole('link', { name: /^Your call/ })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
