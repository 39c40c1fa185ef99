import { type Browser, expect, type Page, test } from '@playwright/test'
import { change, openBrowser, register, signIn } from './support/accounts.ts'
import { fillApplication, signUpToSubmit, submitButton } from './support/application-form.ts'
import { countSteps } from './support/count-steps.ts'
import { DESKTOP, PHONE } from './support/device.ts'
import { type Hand, recordPointers, withHand } from './support/hand.ts'
import { mailTo } from './support/mails.ts'
import { heading } from './support/page.ts'
import { fillCard, startPayment } from './support/pay.ts'
import { ONLINE } from './support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from './support/server.ts'

/**
 * Whole jobs, from their first screen to their last, with the number of steps that each takes: on a phone with a finger, in dark;
 * on a desktop with the keyboard alone, in light.
 */
test.use(ONLINE)

let server: ProductServer

/** The kinds of pointer that each hand pressed with in a test. */
const pointers: Record<Hand, Set<string>> = { mouse: new Set(), touch: new Set(), keyboard: new Set() }

const PASSWORD = 'k7#mQz2pp-long'
const MARIT = { path: '/vc/rec1xBsyPcZWn6QTr', name: 'Marit Moretti', price: '$25.00' }
const IRIS = { path: '/vc/vc_demo_investor', name: 'Iris Halloran' }
const admin = { email: 'admin@latchkey.example', password: DEMO_PASSWORD }
const investor = { email: 'investor@latchkey.example', password: DEMO_PASSWORD }
/** The founder of a test: one server has those of all jobs of one use. */
let ada = founderOf(0)
let jobs = 0

/** Each with a name that is no part of another one's. */
function founderOf(job: number) {
  const lastName = `Okafor${String.fromCharCode(97 + job)}`
  return {
    email: `${lastName}@jobs.example`.toLowerCase(),
    password: PASSWORD,
    firstName: 'Ada',
    lastName,
    name: `Ada ${lastName}`,
  }
}

const dialogOf = (page: Page) => page.getByRole('dialog')

type Use = { viewport: typeof PHONE; hand: Hand; colorScheme: 'light' | 'dark' }

/** A person's browser, and the count of what they do in it. */
async function openCounted(browser: Browser, { hand, ...options }: Use) {
  const page = await openBrowser(browser, server, { ...options, hasTouch: hand === 'touch' })
  const steps = await countSteps(page)
  await recordPointers(page, pointers[hand])
  return { page: withHand(page, hand), steps }
}

async function unlock(page: Page) {
  await page.getByRole('button', { name: 'Connect - $25' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Email').fill(ada.email)
  await startPayment(dialog)
  await fillCard(dialog, '4242 4242 4242 4242')
  await dialog.getByRole('button', { name: `Pay ${MARIT.price}` }).click()
  await expect(page.getByRole('heading', { name: 'Contact Information Unlocked' })).toBeVisible()
}

async function chooseSlot(page: Page, day: number) {
  const dialog = dialogOf(page)
  await dialog.getByRole('group', { name: 'Day' }).locator('label').nth(day).click()
  await dialog.getByRole('group', { name: /^Time/ }).locator('label').nth(1).click()
}

async function book(page: Page) {
  await page.getByRole('button', { name: 'Book Call - $75' }).click()
  await chooseSlot(page, 2)
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  await dialog.getByLabel('Name').fill(ada.name)
  await dialog.getByLabel('Email').fill(ada.email)
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await fillCard(dialog, '4242 4242 4242 4242')
  await dialog.getByRole('button', { name: 'Pay $75.00' }).click()
  await expect(page.getByRole('dialog', { name: 'Meeting Booked Successfully!' })).toBeVisible()
}

const uses: Record<string, Use> = {
  'on a phone, with a finger': { viewport: PHONE, hand: 'touch', colorScheme: 'dark' },
  'on a desktop, with the keyboard alone': { viewport: DESKTOP, hand: 'keyboard', colorScheme: 'light' },
}

const otherThan = (use: Use) => Object.values(uses).find((other) => other !== use) ?? use

for (const [name, use] of Object.entries(uses)) {
  test.describe(name, () => {
    test.beforeAll(async () => {
      server = await startProduct()
    })
    test.afterAll(() => server.dispose())
    test.beforeEach(() => {
      ada = founderOf(jobs)
      jobs += 1
      for (const kinds of Object.values(pointers)) kinds.clear()
    })
    test.afterEach(() => {
      expect([...pointers[use.hand]]).toEqual(use.hand === 'touch' ? ['touch'] : [])
      expect(pointers.keyboard.size).toBe(0)
    })

    test('an investor applies without an account: one form, one password', async ({ browser }) => {
      const { page, steps } = await openCounted(browser, use)
      await page.goto('/join')
      await page.getByRole('link', { name: 'Apply as VC' }).click()
      await fillApplication(page)
      await submitButton(page).click()
      await signUpToSubmit(page, PASSWORD)
      await expect(heading(page)).toHaveText('Application Submitted!')
      expect(steps()).toEqual({ presses: 8, fields: 13 })
    })

    test('a guest buys a contact, and keeps it in an account later', async ({ browser }) => {
      const { page, steps } = await openCounted(browser, use)
      await page.goto(MARIT.path)
      await unlock(page)
      const bought = steps()
      await page.goto('/signup?defaultType=founder')
      await page.getByLabel('First name').fill('Ada')
      await page.getByLabel('Last name').fill(ada.lastName)
      await page.getByLabel('Email').fill(ada.email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByLabel('Confirm password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Create Account' }).click()
      await expect(page).toHaveURL('/project-setup')
      expect(bought).toEqual({ presses: 3, fields: 5 })
      expect(steps()).toEqual({ presses: 4, fields: 10 })
      await page.goto('/contacts')
      await expect(page.getByText(MARIT.name).first()).toBeVisible()
    })

    test('a founder books a call and moves it, and the investor cancels it', async ({ browser }) => {
      await register(server, ada)
      const founder = await openCounted(browser, use)
      await signIn(founder.page, ada, IRIS.path)
      const before = founder.steps()
      await book(founder.page)
      await founder.page.goto('/calls')
      const call = founder.page.getByRole('article', { name: new RegExp(IRIS.name) })
      await call.getByRole('button', { name: 'Reschedule' }).click()
      await dialogOf(founder.page).getByRole('group', { name: /^Time/ }).locator('label').nth(5).click()
      await dialogOf(founder.page).getByRole('button', { name: 'Reschedule' }).click()
      await expect(dialogOf(founder.page)).toHaveCount(0)
      const after = founder.steps()
      expect({ presses: after.presses - before.presses, fields: after.fields - before.fields }).toEqual({
        presses: 9,
        fields: 5,
      })

      const host = await openCounted(browser, use)
      await signIn(host.page, investor, '/calls')
      const signedIn = host.steps()
      await host.page
        .getByRole('article', { name: new RegExp(ada.name) })
        .getByRole('button', { name: 'Cancel call' })
        .click()
      await dialogOf(host.page).getByLabel(`Message to ${ada.name}`).fill('I am travelling that week.')
      await dialogOf(host.page).getByRole('button', { name: 'Cancel and refund' }).click()
      await expect(call.getByText('Cancelled', { exact: true })).toBeVisible()
      expect({ presses: host.steps().presses - signedIn.presses, fields: host.steps().fields - signedIn.fields }).toEqual({
        presses: 2,
        fields: 1,
      })
      expect(await mailTo(server, ada.email, /cancelled/)).toContain('I am travelling that week.')
    })

    test('an investor proposes other times for a call, and the founder accepts one on another device', async ({ browser }) => {
      await register(server, ada)
      const founder = await openCounted(browser, otherThan(use))
      await signIn(founder.page, ada, IRIS.path)
      await book(founder.page)
      const host = await openCounted(browser, use)
      await signIn(host.page, investor, '/calls')
      const signedIn = host.steps()
      const theirs = host.page.getByRole('article', { name: new RegExp(ada.name) })
      await theirs.getByRole('button', { name: 'Propose another time' }).click()
      const times = dialogOf(host.page).getByRole('group', { name: /^Time/ }).locator('label')
      await times.nth(4).click()
      await times.nth(5).click()
      await dialogOf(host.page).getByLabel(`Message to ${ada.name}`).fill('I am in a board meeting.')
      await dialogOf(host.page).getByRole('button', { name: 'Send proposal' }).click()
      await expect(theirs.getByText(/You proposed another time/)).toBeVisible()
      expect({ presses: host.steps().presses - signedIn.presses, fields: host.steps().fields - signedIn.fields }).toEqual({
        presses: 4,
        fields: 1,
      })
      expect(await mailTo(server, ada.email, /proposes another time/)).toContain('I am in a board meeting.')

      await founder.page.goto('/calls')
      const call = founder.page.getByRole('article', { name: new RegExp(IRIS.name) })
      await expect(call.getByText('I am in a board meeting.')).toBeVisible()
      const before = founder.steps()
      await call
        .getByRole('button', { name: /^Accept / })
        .last()
        .click()
      await expect(call.getByRole('button', { name: /^Accept / })).toHaveCount(0)
      expect(founder.steps().presses - before.presses).toBe(1)
      await expect(theirs.getByText(/You proposed another time/)).toHaveCount(0)
      expect(await mailTo(server, investor.email, new RegExp(`${ada.name} was moved`))).toContain(
        'accepted a time that you proposed',
      )
    })

    test('a buyer asks for a refund from the contact, and an admin refunds it', async ({ browser }) => {
      const { page, steps } = await openCounted(browser, use)
      await page.goto(MARIT.path)
      await unlock(page)
      const bought = steps()
      await page.goto('/contacts')
      await page
        .getByRole('link', { name: new RegExp(MARIT.name) })
        .first()
        .click()
      await page.getByRole('link', { name: 'Receipt and refund' }).click()
      await page.getByRole('button', { name: /^Request a refund: / }).click()
      const dialog = page.getByRole('dialog', { name: 'Request a refund' })
      await dialog.getByLabel('What went wrong?').fill('Nobody answers at this address.')
      await dialog.getByRole('button', { name: 'Request a refund' }).click()
      await expect(page.getByText('Refund requested').first()).toBeVisible()
      const asked = steps()
      expect({ presses: asked.presses - bought.presses, fields: asked.fields - bought.fields }).toEqual({ presses: 4, fields: 1 })

      const desk = await openCounted(browser, use)
      await signIn(desk.page, admin, '/admin?queue=refunds')
      const begun = desk.steps()
      const waiting = desk.page.getByRole('article', { name: `${MARIT.price} to ${ada.email}` })
      await waiting.locator('[data-line]').click()
      await waiting.getByRole('button', { name: new RegExp(`^Refund .*${MARIT.name}`) }).click()
      await dialogOf(desk.page)
        .getByRole('button', { name: `Refund ${MARIT.price}` })
        .click()
      await expect(page.getByText(/Refunded on/)).toBeVisible()
      expect(desk.steps().presses - begun.presses).toBe(3)
    })

    test('an admin answers a ticket', async ({ browser }) => {
      const body = { name: 'Noa', email: 'noa@jobs.example', subject: 'The page stays white', category: 'technical' }
      await fetch(`${server.url}/api/support`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.url },
        body: JSON.stringify({ ...body, message: 'It stays white all day.' }),
      })
      const { page, steps } = await openCounted(browser, use)
      await signIn(page, admin, '/admin?queue=tickets')
      const before = steps()
      const entry = page.getByRole('article', { name: body.subject })
      await entry.locator('[data-line]').click()
      await entry.getByLabel('Answer').fill('Please reload the page once.')
      await entry.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(page.getByText(/^Your answer to T-\d+ was sent/).first()).toBeVisible()
      expect({ presses: steps().presses - before.presses, fields: steps().fields - before.fields }).toEqual({
        presses: 2,
        fields: 1,
      })
      expect(await mailTo(server, body.email, /answer/)).toContain('Please reload the page once.')
    })

    test('an admin approves an application, and takes the decision back', async ({ browser }) => {
      await change(server, async (sql) => {
        const row = {
          id: 'vc_job',
          fund_name: 'Anchor Fund',
          partner_name: 'Juno Jobs',
          email: 'juno@jobs.example',
          stage: '{Seed}',
        }
        await sql`insert into vcs ${sql(row)}`
        await sql`update vcs set submitted_at = now() - interval '90 hours' where id = 'vc_job'`
      })
      const { page, steps } = await openCounted(browser, use)
      await signIn(page, admin, '/admin')
      const before = steps()
      await page.getByRole('button', { name: 'Approve Juno Jobs' }).click()
      await expect(page.getByRole('button', { name: 'Approve Juno Jobs' })).toHaveCount(0)
      await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Approve Juno Jobs' })).toBeVisible()
      expect(steps().presses - before.presses).toBe(2)
    })
  })
}
