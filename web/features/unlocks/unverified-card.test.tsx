import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MutationId } from '#shared/ids.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { showIntroRequest } from './mutations.ts'
import { UnverifiedCard } from './unverified-card.tsx'

const id = '019a9b00-0000-7000-8000-000000000001' as MutationId
const investor = sampleInvestor({ isVerified: false })
const request = { vcId: investor.id, message: 'We build lanterns.' }
const DAY_MS = 24 * 60 * 60 * 1000
let db: PrivateDatabase

beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.open()
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
})

async function seedRequest({ daysAgo = 0, refused = false, sent = false } = {}) {
  const madeAt = new Date(Date.now() - daysAgo * DAY_MS).toISOString()
  await showIntroRequest(db, request, madeAt)
  const refusal = { code: 'unlocks.own-profile', message: 'This is your own profile.' }
  const entry = { id, name: 'intro.request', args: request, madeAt }
  if (refused) await db.outbox.add({ ...entry, state: 'refused', refusal })
  else if (!sent) await db.outbox.add({ ...entry, state: 'waiting' })
}
const show = (isOffline = false) => render(<UnverifiedCard investor={investor} isOffline={isOffline} reachMe="reach me" />)

test('before a request it explains what an introduction is', () => {
  show()
  for (const text of [/reaches out to them manually/, /No immediate payment/, /will be invited to join/])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Request Introduction' })).toBeTruthy()
  expect(screen.queryByText('reach me')).toBeNull()
})

test.each([
  ['waiting for a network', {}, true, 'Saved on this device'],
  ['being sent', {}, false, 'Saved on this device, sending…'],
  ['with the team', { sent: true, daysAgo: 3 }, false, 'Introduction requested'],
])('%s, it shows the status, the next step, and the message', async (_, how, isOffline, line) => {
  await seedRequest(how)
  show(isOffline)
  expect(await screen.findByText(line)).toBeTruthy()
  expect(screen.getByText('We build lanterns.')).toBeTruthy()
  expect(screen.getByText(/usually within 1-2 business days/)).toBeTruthy()
  expect(screen.getByText('reach me')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Request Introduction' })).toBeNull()
})

test.each([
  ['forwarded', 'We contacted them'],
  ['declined', 'Introduction declined'],
] as const)('the team’s answer %j is shown with its message, and there is no further action', async (answer, line) => {
  await seedRequest({ sent: true })
  await db.requests.toCollection().modify({ answer, answerNote: 'Not before spring.' })
  show()
  expect(await screen.findByText(line)).toBeTruthy()
  expect(screen.getByText('Not before spring.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('the investor’s reply is shown with its line', async () => {
  await seedRequest({ sent: true })
  const reply = { choice: 'yes', text: 'Friday works.', repliedAt: new Date().toISOString() } as const
  await db.requests.toCollection().modify({ reply })
  show()
  expect(await screen.findByText('Friday works.')).toBeTruthy()
  expect(screen.getByText('Let’s talk')).toBeTruthy()
})

test('a rejected request shows the reason', async () => {
  await seedRequest({ refused: true })
  show()
  expect(await screen.findByText('This is your own profile.')).toBeTruthy()
})

test('after a month another request is possible', async () => {
  await seedRequest({ sent: true, daysAgo: 31 })
  show()
  expect(await screen.findByText(/^You requested an introduction on/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Request Introduction' })).toBeTruthy()
})

test('a repeated request within the month appends its message and keeps the date', async () => {
  await seedRequest({ sent: true, daysAgo: 3 })
  const before = await db.requests.toArray()
  await showIntroRequest(db, { ...request, message: '' }, new Date().toISOString())
  expect(await db.requests.toArray()).toEqual(before)
  await showIntroRequest(db, { ...request, message: 'And lamps.' }, new Date().toISOString())
  expect(await db.requests.toArray()).toMatchObject([{ message: 'And lamps.', createdAt: before[0]?.createdAt }])
})
