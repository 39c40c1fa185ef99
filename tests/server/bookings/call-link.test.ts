import { expect, test } from 'vitest'
import { bookCall, firstSlot } from '#tests/support/actors/bookings.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { startTestApp } from '#tests/support/app.ts'
import { aFounder, enterCall } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'

const app = await startTestApp()

const SCHEDULER = 'https://calendly.com/alan/30min'
const ROOM = 'https://meet.example/alan'
const later = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000)
const linksOf = async (client: Client) => ((await held(client)).bookings ?? []).map(({ meetingLink }) => meetingLink)
const edit = (investor: Awaited<ReturnType<typeof startInvestor>>, callLink: string | null) =>
  investor.post<{ isVerified: boolean }>(`/api/vcs/${investor.listing}`, { callLink }, { method: 'PATCH' })

test('a scheduler’s page is no place for a call, and the investor reads what to do', async () => {
  const investor = await startInvestor(app, { meetingLink: SCHEDULER })
  const founder = app.visitor()
  await bookCall(app, founder, investor.listing, await firstSlot(founder, investor.listing))
  expect(await linksOf(investor)).toEqual([null])
  // The text in the database is erased once it is sent, because it has a link that replies.
  const { text: mail } = await mailTo(app, investor.user.email, /is booked/)
  expect(mail).toContain('Your listing has no video link.')
  expect(mail).not.toContain('calendly.com')
})

test('the stored page of a call of an earlier release is not shown as its place', async () => {
  const investor = await startInvestor(app)
  await enterCall(app, await aFounder(app), investor.listing, later(5), { meetingLink: SCHEDULER })
  expect(await linksOf(investor)).toEqual([null])
})

test('a link of the listing is the place of coming calls, immediately and without a review', async () => {
  const investor = await startInvestor(app, { meetingLink: SCHEDULER })
  await enterCall(app, await aFounder(app), investor.listing, later(5), { meetingLink: null })
  expect((await edit(investor, ROOM)).body).toMatchObject({ callLink: ROOM, isVerified: true })
  expect(await linksOf(investor)).toEqual([ROOM])
  const founder = app.visitor()
  await bookCall(app, founder, investor.listing, await firstSlot(founder, investor.listing))
  expect(await linksOf(investor)).toEqual([ROOM, ROOM])

  expect((await edit(investor, null)).status).toBe(200)
  expect(await linksOf(investor)).toEqual([null, null])
})

test('a link does not change calls of another investor, nor calls that have begun', async () => {
  const [other, investor] = [await startInvestor(app), await startInvestor(app, { meetingLink: SCHEDULER })]
  const founder = await aFounder(app)
  const meetingLink = 'https://meet.example/before'
  await enterCall(app, founder, other.listing, later(5), { meetingLink })
  await enterCall(app, founder, investor.listing, later(-1), { meetingLink })
  expect((await edit(investor, ROOM)).status).toBe(200)
  expect([...(await linksOf(other)), ...(await linksOf(investor))]).toEqual([meetingLink, meetingLink])
})
