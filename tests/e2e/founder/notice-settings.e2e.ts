import { expect, type Page, test } from '@playwright/test'
import { change, openBrowser, type Person, register, signIn } from '#tests/e2e/support/accounts.ts'
import { expectSound } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { unsubscribeAddress } from '#tests/e2e/support/mails.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

/** An account whose address is verified. */
async function aPerson(email: string): Promise<Person> {
  const person = { email, password: 'the first sentence', firstName: 'Ada', lastName: 'Okafor' }
  await register(server, person)
  await change(server, (sql) => sql`update users set email_verified_at = now() where email = ${email}`)
  return person
}

const turn = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })
const REPLIES = 'Replies from investors, by email'

test('a founder switches a mail group off without a network, with the keyboard; another device shows it after the sync', async ({
  browser,
}) => {
  const person = await aPerson('ida@founders.example')
  const phone = await openBrowser(browser, server, { keepsApp: true })
  await signIn(phone, person, '/settings')
  await untilReadyOffline(phone)
  const desk = await openBrowser(browser, server, { viewport: DESKTOP })
  await signIn(desk, person, '/settings')
  for (const page of [phone, desk]) await expect(turn(page, REPLIES)).toBeChecked()

  await phone.context().setOffline(true)
  await turn(phone, REPLIES).focus()
  await phone.keyboard.press('Space')
  await expect(turn(phone, REPLIES)).not.toBeChecked()
  const waiting = phone
    .getByRole('region', { name: 'Notifications' })
    .getByRole('status')
    .filter({ hasText: 'Saved on this device' })
  await expect(waiting).toHaveText('Saved on this device. Sends when you are online.')
  await phone.reload()
  await expect(turn(phone, REPLIES)).not.toBeChecked()
  await expect(turn(desk, REPLIES)).toBeChecked()
  // The other device turns another switch in the meantime.
  await turn(desk, 'Refunds and payouts, as notifications').click()

  await phone.context().setOffline(false)
  for (const page of [phone, desk]) {
    await expect(turn(page, REPLIES)).not.toBeChecked()
    await expect(turn(page, 'Refunds and payouts, as notifications')).not.toBeChecked()
  }
  await expect(waiting).toHaveCount(0)
  for (const page of [phone, desk]) await page.context().close()
})

test('money, calls and decisions are always mailed; founders who reach an investor are no news of a founder', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server)
  await signIn(page, await aPerson('nia@founders.example'), '/settings')
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  for (const name of ['Refunds and payouts', 'Changes to calls', 'Decisions by Latchkey']) {
    await expect(row(name)).toContainText('Always')
    await expect(row(name).getByRole('switch')).toHaveCount(1)
  }
  await expect(row('Founders who reach you')).toHaveCount(0)
  await page.context().close()
})

/** A mail of the group that the server sends to this address. */
const sendReplyMail = ({ email }: Person) =>
  change(
    server,
    (sql) => sql`insert into mail_outbox (id, template, recipient, subject, text, html, notice_group)
      values (${`mail_${email}`}, 'reply', ${email}, 'Grace replied', 'Hello,', '<p>Hello,</p>', 'replies')`,
  )

for (const [size, viewport] of [
  ['phone', PHONE],
  ['desk', DESKTOP],
] as const) {
  test(`on a ${size} the address in a mail leads to a page that switches its group off without a sign-in`, async ({
    browser,
  }) => {
    const person = await aPerson(`${size}@founders.example`)
    const own = await openBrowser(browser, server, { viewport })
    await signIn(own, person, '/settings')
    await expect(turn(own, REPLIES)).toBeChecked()
    await expectSound(own, 'the settings')
    await sendReplyMail(person)
    const address = await unsubscribeAddress(server, person.email, /Grace replied/)

    const mail = await openBrowser(browser, server, { viewport })
    await mail.goto(address)
    await expect(mail.getByRole('heading', { level: 1, name: 'Stop these emails?' })).toBeVisible()
    await expect(mail).toHaveURL(`${server.url}/unsubscribe`)
    await expectSound(mail, 'the question')
    await expect(turn(own, REPLIES)).toBeChecked()
    await mail.getByRole('button', { name: 'Stop these emails' }).focus()
    await mail.keyboard.press('Enter')
    await expect(mail.getByRole('heading', { level: 1, name: 'Emails switched off' })).toBeVisible()
    await expectSound(mail, 'the answer')
    await expect(turn(own, REPLIES)).not.toBeChecked()
    await mail.getByRole('link', { name: 'Choose your emails' }).click()
    await expect(mail).toHaveURL(/\/auth\?next=/)
    for (const page of [own, mail]) await page.context().close()
  })
}
