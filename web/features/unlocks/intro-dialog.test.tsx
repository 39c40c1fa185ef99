import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MutationId } from '#shared/ids.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { IntroDialog } from './intro-dialog.tsx'
import * as mutations from './mutations.ts'

const id = '019a9b00-0000-7000-8000-000000000001' as MutationId
let db: PrivateDatabase

beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.open()
  setPrivateDb(db)
  vi.spyOn(mutations, 'requestIntro').mockImplementation(async (args) => {
    await db.outbox.add({ id, name: 'intro.request', args, madeAt: '2026-11-21T00:00:00.000Z', state: 'waiting' })
    return id
  })
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  setPrivateDb(undefined)
  await db.delete()
})

async function ask(isOffline: boolean) {
  render(
    <IntroDialog investor={sampleInvestor({ isVerified: false })} isOffline={isOffline} written="" onClose={() => undefined} />,
  )
  fireEvent.change(screen.getByRole('textbox', { hidden: true }), { target: { value: ' We build lanterns. ' } })
  fireEvent.submit(screen.getByRole('textbox', { hidden: true }))
}

test('a request made offline is saved here and sent later', async () => {
  await ask(true)
  expect(await screen.findByText('Saved on this device. Sends when you are online')).toBeTruthy()
  expect(mutations.requestIntro).toHaveBeenCalledWith({ vcId: 'recSample1', message: 'We build lanterns.' })
})

test('the request is shown as received only once the server has accepted it', async () => {
  await ask(false)
  expect(await screen.findByText('Saved on this device, sending…')).toBeTruthy()
  await db.outbox.clear()
  expect(await screen.findByText('Request received')).toBeTruthy()
})

test('a device that cannot store keeps the text', async () => {
  vi.mocked(mutations.requestIntro).mockRejectedValue(new Error('QuotaExceededError'))
  await ask(false)
  expect(await screen.findByText('Not saved yet')).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { hidden: true }).value).toBe(' We build lanterns. ')
})
