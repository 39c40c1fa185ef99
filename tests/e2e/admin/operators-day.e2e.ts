import { readdirSync, rmSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { fillCard, startPayment } from '#tests/e2e/support/pay.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { runCommand } from '#tests/support/actors/run-command.ts'
import { openSmtp, type TestSmtp } from '#tests/support/stand-ins/smtp-server.ts'
import { DEADLINE_MS } from '#tests/support/until.ts'

/** The steps of "An operator's day" in `sync-server/OPERATIONS.md`, in one browser test. */
const MARIT = { id: 'rec1xBsyPcZWn6QTr', name: 'Marit Moretti', email: 'marit@northgate-ventures.example', price: '$25' }
const ida = { email: 'ida@harbour.example', password: 'a long enough password', firstName: 'Ida', lastName: 'Berg' }
const spammer = { email: 'rolf@spam.example', password: 'a long enough password', firstName: 'Rolf', lastName: 'Ahl' }
const ON_HER_PHONE = 'ida.berg@elsewhere.example'
const admin = { email: 'admin@latchkey.example', password: DEMO_PASSWORD }

let server: ProductServer
let smtp: TestSmtp
let isMailboxFull = false
const MAIL = { SMTP_URL: '', MAIL_FROM: 'Latchkey <post@latchkey.example>' }

test.beforeAll(async () => {
  smtp = await openSmtp({
    onRcptTo: ({ address }, _session, done) =>
      isMailboxFull && address === ida.email
        ? done(Object.assign(new Error('5.2.2 The mailbox is full.'), { responseCode: 552 }))
        : done(),
  })
  MAIL.SMTP_URL = smtp.url
  server = await startProduct(MAIL)
  await register(server, ida)
  await register(server, spammer)
})
test.afterAll(async () => {
  await server.dispose()
  await smtp.stop()
})

/** A command of the operator, on the machine of the server. */
const command = (name: 'backup' | 'restore' | 'doctor', ...args: string[]) =>
  runCommand(name, { args, env: { ...process.env, DATA_DIR: server.folder, DATABASE_URL: '', NODE_ENV: 'development', ...MAIL } })

/** Everything that the doctor finds, but that the databases of tests are not safe from a power cut. */
async function problems() {
  const { stdout } = await command('doctor', '--json')
  const { results } = JSON.parse(stdout) as { results: { status: string; text: string }[] }
  return results.filter(({ status, text }) => status === 'problem' && !text.startsWith('fsync '))
}

const subjectsTo = (address: string) =>
  smtp.received.filter(({ recipients }) => recipients.includes(address)).map(({ subject }) => subject)

async function buy(page: Page, receiptTo?: string) {
  await page.goto(`/vc/${MARIT.id}`)
  await page.getByRole('button', { name: `Connect - ${MARIT.price}` }).click()
  const dialog = page.getByRole('dialog')
  if (receiptTo) await dialog.getByLabel('Email').fill(receiptTo)
  await startPayment(dialog)
  await fillCard(dialog, '4242 4242 4242 4242')
  await dialog.getByRole('button', { name: `Pay ${MARIT.price}.00` }).click()
  await expect(page.getByRole('heading', { name: 'Contact Information Unlocked' })).toBeVisible()
}

/** Opens the page of the customer that a search finds under a heading. */
async function find(desk: Page, query: string, heading: string, name: RegExp) {
  await desk.goto('/admin?queue=search')
  const field = desk.getByRole('searchbox', { name: 'Find a customer' })
  await field.fill(query)
  await field.press('Enter')
  const list = desk.getByRole('heading', { level: 3, name: heading }).locator('..')
  await list.getByRole('link', { name }).first().click()
  await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Confirms the open dialog, with a reason or a message. */
async function decide(desk: Page, label: string | RegExp, text: string, action: string) {
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel(label).fill(text)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toHaveCount(0)
}

const openDesk = async (browser: Browser) => {
  const desk = await openBrowser(browser, server, { viewport: DESKTOP })
  await signIn(desk, admin, '/admin')
  return desk
}

test('an operator deploys, helps a customer who paid and sees nothing, refunds, bans, sends a failed mail again, and restores', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const contacts = (page: Page) => page.getByRole('main').getByRole('listitem')
  const phone = await openBrowser(browser, server, { viewport: PHONE })
  await buy(phone, ON_HER_PHONE)
  await phone.context().close()
  const laptop = await openBrowser(browser, server, { viewport: DESKTOP })
  await signIn(laptop, ida, '/contacts')
  await expect(laptop.getByText('No contact unlocked yet')).toBeVisible()
  await untilReadyOffline(laptop)

  await test.step('a deploy', async () => {
    expect(await problems()).toEqual([])
    await server.stop()
    await laptop.reload()
    await expect(laptop.getByText('No contact unlocked yet')).toBeVisible()
    await server.start()
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  })

  const desk = await openDesk(browser)
  for (const page of [laptop, desk]) page.setDefaultTimeout(DEADLINE_MS)

  await test.step('a customer who paid and sees nothing', async () => {
    await find(desk, 'LK-000001', 'Orders', new RegExp(MARIT.name))
    await expect(desk.getByRole('heading', { level: 1 })).toHaveText('A guest')
    await expect(desk.getByText(`receipt to ${ON_HER_PHONE}`)).toBeVisible()
    await expect(desk.getByText(MARIT.id).first()).toBeVisible()
    await find(desk, 'ida berg', 'People', /Ida Berg/)
    await desk.getByLabel('Give a contact').fill(MARIT.id)
    await desk.getByRole('button', { name: 'Give…' }).click()
    await decide(desk, 'Reason', 'Bought as a guest: LK-000001. The receipt was shown.', 'Give contact')
    await expect(contacts(laptop)).toHaveCount(1)
    await laptop.getByRole('link', { name: new RegExp(MARIT.name) }).click()
    await expect(laptop.getByText(MARIT.email).first()).toBeVisible()
    await expect.poll(() => subjectsTo(ida.email)).toContainEqual(expect.stringContaining(MARIT.name))
  })

  await test.step('a refund, whose mail is rejected', async () => {
    isMailboxFull = true
    await desk.getByRole('button', { name: `Take back: Contact of ${MARIT.name}` }).click()
    await decide(desk, 'Reason', 'Wants to buy it under this account.', 'Take back')
    await laptop.goto('/contacts')
    await expect(laptop.getByText('No contact unlocked yet')).toBeVisible()
    await buy(laptop)
    await desk.reload()
    await desk.getByRole('button', { name: new RegExp(`^Refund \\${MARIT.price}`) }).click()
    await decide(desk, /^Message to the buyer/, 'We are sorry.', `Refund ${MARIT.price}.00`)
    await laptop.goto('/contacts')
    await expect(laptop.getByText('No contact unlocked yet')).toBeVisible()
  })

  await test.step('the failed mail is sent again', async () => {
    const line = desk.getByRole('article').filter({ hasText: '552' }).filter({ hasText: 'refund' }).first()
    await expect(async () => {
      await desk.goto('/admin?queue=deliveries')
      // All queues are shown at once, with what the server then had: what is not among it is not waited for.
      await expect(desk.getByRole('navigation', { name: 'Queues' })).toBeVisible()
      await expect(line).toBeVisible({ timeout: 2000 })
    }).toPass()
    expect(await violations(desk)).toEqual([])
    isMailboxFull = false
    await line.getByRole('button', { name: /^Send again/ }).click()
    await expect.poll(() => subjectsTo(ida.email)).toContainEqual(expect.stringMatching(/refund/i))
  })

  await test.step('a ban', async () => {
    const theirs = await openBrowser(browser, server)
    await signIn(theirs, spammer)
    await find(desk, spammer.email, 'People', /Rolf Ahl/)
    await desk.getByRole('button', { name: 'Ban account' }).click()
    await decide(desk, 'Reason', 'Sent spam to investors.', 'Ban account')
    await expect(desk.getByText(/^Banned since/)).toBeVisible()
    await expect(theirs.getByRole('dialog', { name: 'This account is suspended' })).toBeVisible()
    await theirs.context().close()
  })

  await test.step('a restore', async () => {
    const archive = `${server.folder}-backup`
    expect(await command('backup', archive)).toMatchObject({ code: 0 })
    await server.stop()
    for (const name of readdirSync(server.folder)) rmSync(`${server.folder}/${name}`, { recursive: true })
    expect(await command('restore', archive)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Restored \d+ rows/) })
    rmSync(archive, { recursive: true })
    expect(await problems()).toEqual([])
    await server.start()

    await buy(laptop)
    await laptop.goto('/contacts')
    await expect(contacts(laptop)).toHaveCount(1)
    await desk.goto('/admin?queue=audit')
    const entries = desk.getByRole('main').locator('ol > li')
    for (const text of ['Sent spam to investors.', 'Bought as a guest: LK-000001. The receipt was shown.'])
      await expect(entries.filter({ hasText: text }).first()).toBeVisible()
  })
  for (const page of [laptop, desk]) await page.context().close()
})
