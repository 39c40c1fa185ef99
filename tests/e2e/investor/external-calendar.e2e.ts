import { type Browser, expect, type Page, test } from '@playwright/test'
import type { Availability } from '#shared/bookings/contract.ts'
import { newContext, signIn } from '#tests/e2e/support/accounts.ts'
import { expectSoundAtBothSizes } from '#tests/e2e/support/axe.ts'
import { PHONE } from '#tests/e2e/support/device.ts'
import { ONLINE, withoutPopup } from '#tests/e2e/support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { eventBetween, eventFile } from '#tests/support/samples/calendar-events.ts'
import { PRIVATE, startCaldav } from '#tests/support/stand-ins/caldav.ts'

const OWN = 'vc_demo_investor'

test.use(ONLINE)

/** A server that no other machine reaches may read calendars of this one: the product listens on a loopback address here. */
let server: ProductServer
const calendar = startCaldav()
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(async () => {
  await calendar.stop()
  await server.dispose()
})

async function open(browser: Browser): Promise<Page> {
  const context = await newContext(browser, { baseURL: server.url, viewport: PHONE, bypassCSP: true, timezoneId: 'UTC' })
  await withoutPopup(context)
  return context.newPage()
}

const isAccessible = (page: Page) => expectSoundAtBothSizes(page, 'Your calendar')

test('an investor connects a calendar and chooses what counts; a founder in another browser is not offered a busy time', async ({
  browser,
}) => {
  const [investor, founder] = [await open(browser), await open(browser)]
  const data = { vcId: OWN, vcType: 'platform' }
  const reply = await founder.request.post('/api/calendly/availability', { data, headers: { origin: server.url } })
  const { slots } = (await reply.json()) as Availability
  const busy = slots.at(-1)
  if (!busy) throw new Error('There is no slot')
  calendar.enter(`${PRIVATE}dentist.ics`, eventBetween('dentist', busy.start, busy.end))
  const often = ['DTSTART:20260105T000000Z', 'DURATION:PT1S', 'SUMMARY:Free money', 'RRULE:FREQ=SECONDLY']
  calendar.enter(`${PRIVATE}often.ics`, eventFile('often', often))

  await signIn(investor, { email: 'investor@latchkey.example', password: DEMO_PASSWORD })
  await investor.goto('/profile')
  const section = investor.getByRole('region', { name: 'Your calendar' })
  await section.getByRole('button', { name: 'Connect a calendar' }).click()
  await section.getByLabel('Address of the calendar server').fill(calendar.account.server)
  await section.getByLabel('User name').fill(calendar.account.user)
  await section.getByLabel('App password').fill('wrong')
  await section.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(section.getByRole('alert')).toContainText('refused the user name or the app password')
  await isAccessible(investor)
  await section.getByLabel('App password').fill(calendar.account.password)
  await section.getByRole('button', { name: 'Connect', exact: true }).click()

  await expect(section.getByText('3 calendars')).toBeVisible()
  await section.getByRole('button', { name: 'Choose calendars' }).click()
  await section.getByRole('checkbox', { name: 'Team, to read' }).uncheck()
  await section.getByLabel('Enter calls in').selectOption('Private')
  await isAccessible(investor)
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('2 calendars')).toBeVisible()
  await expect(section.getByText('Entered in your calendar')).toBeVisible()
  await expect(section.getByRole('alert')).toContainText('It begins on 5 Jan 2026')
  await expect(section).not.toContainText('Free money')
  await isAccessible(investor)

  await founder.goto(`/vc/${OWN}`)
  await founder
    .getByRole('complementary', { name: 'Contact' })
    .getByRole('button', { name: /^Book Call - / })
    .click()
  const dialog = founder.getByRole('dialog')
  await dialog.getByRole('group', { name: 'Day' }).locator('label').last().click()
  const times = dialog.getByRole('group', { name: /^Time, for/ }).getByRole('radio')
  const ofDay = slots
    .filter(({ start }) => start.slice(0, 10) === busy.start.slice(0, 10))
    .map(({ start }) => start.slice(11, 16))
  await expect(times).toHaveCount(ofDay.length - 1)
  await expect(times.last()).toHaveAccessibleName(ofDay.at(-2) ?? '')
})
