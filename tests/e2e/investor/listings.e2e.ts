import { type Browser, expect, type Page, test } from '@playwright/test'
import { pausedLabel } from '#shared/directory/paused.ts'
import { dayAhead } from '#shared/listings/pause.ts'
import { change, newContext, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { linkIn, mailTo } from '#tests/e2e/support/mails.ts'
import { KEEPS_APP, ONLINE, withoutPopup } from '#tests/e2e/support/quiet.ts'
import { DEMO_PASSWORD, type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const OWN = 'vc_demo_investor'
const INVESTOR = { email: 'investor@latchkey.example', password: DEMO_PASSWORD }
const LISTED = 'rec1xBsyPcZWn6QTr'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

async function open(browser: Browser, viewport = PHONE, keeps = {}): Promise<Page> {
  const context = await newContext(browser, { baseURL: server.url, viewport, bypassCSP: true, ...keeps })
  await withoutPopup(context)
  return context.newPage()
}

test('an investor reads and changes their listing without a connection, and receives the result of the review', async ({
  browser,
}) => {
  const [investor, visitor] = [await open(browser, PHONE, KEEPS_APP), await open(browser)]
  await signIn(investor, INVESTOR)
  await visitor.goto(`/vc/${OWN}`)
  await investor.goto('/profile')
  const listing = investor.getByRole('tabpanel')
  await expect(listing.getByText('Live on Platform')).toBeVisible()
  for (const figure of ['Views', 'Requests', 'Unlocks', 'Calls', 'Earned']) {
    await expect(listing.getByText(figure, { exact: true })).toBeVisible()
  }
  await untilReadyOffline(investor)

  await investor.context().setOffline(true)
  await investor.reload()
  await investor.getByRole('link', { name: 'Edit listing' }).click()
  await investor.getByLabel('Price per unlock (USD)').fill('81')
  await expect(investor.getByText('85% of each unlock')).toBeVisible()
  await expect(investor.getByText('about 70% after card fees and taxes (estimate)')).toBeVisible()
  await investor.getByLabel('Weekly intro limit').fill('0')
  await investor.getByLabel('Bio').fill('')
  await investor.getByRole('button', { name: 'Save changes' }).click()
  await expect(investor.getByText('Weekly intro limit must be at least 1')).toBeVisible()
  await expect(investor.getByText('Bio is required')).toBeVisible()
  expect(await violations(investor)).toEqual([])
  await investor.getByLabel('Weekly intro limit').fill('7')
  await investor.getByLabel('Bio').fill('Written in a tunnel.')
  await investor.getByRole('button', { name: 'Save changes' }).click()
  await expect(listing.getByText('Your changes are sent when you are online.')).toBeVisible()
  await investor.reload()
  await expect(listing.getByText('$81')).toBeVisible()

  await investor.context().setOffline(false)
  await expect(visitor.getByText('Written in a tunnel.')).toBeVisible()
  await expect(visitor.getByText('$81').first()).toBeVisible()
  await expect(listing.getByText('Your changes are sent')).toHaveCount(0)

  await investor.getByRole('link', { name: 'Edit listing' }).click()
  await investor.getByLabel('Partner name').fill('Iris H. Halloran')
  await investor.getByRole('button', { name: 'Save changes' }).click()
  const dialog = investor.getByRole('dialog', { name: 'Send for review?' })
  await expect(dialog).toContainText('1-2 business days')
  await dialog.getByRole('button', { name: 'Send for review' }).click()
  await expect(investor.getByText('Under Review', { exact: true })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'Investor Not Found' })).toBeVisible()

  await change(
    server,
    (sql) => sql`update vcs set review_status = 'rejected', review_reason = 'Which Iris is this?' where id = ${OWN}`,
  )
  await expect(investor.getByText('Which Iris is this?')).toBeVisible()
  await expect(investor.getByRole('link', { name: 'Apply again' })).toHaveAttribute('href', '/vc-signup')
  await change(server, (sql) => sql`update vcs set review_status = 'approved', is_verified = true where id = ${OWN}`)
  await expect(investor.getByText('Live on Platform')).toBeVisible()
})

test('an investor without a network sets the days for a reply, and a visitor reads them before paying', async ({ browser }) => {
  const [investor, visitor] = [await open(browser, PHONE, KEEPS_APP), await open(browser)]
  await signIn(investor, INVESTOR)
  await visitor.goto(`/vc/${OWN}`)
  await expect(visitor.getByText('Without a reply within 5 days you can ask for your money back')).toBeVisible()
  await investor.goto('/profile')
  const days = investor.getByRole('region', { name: 'When you reply' }).getByLabel('Reply within')
  await expect(days).toHaveValue('5')
  await untilReadyOffline(investor)

  await investor.context().setOffline(true)
  await investor.reload()
  await days.selectOption('2 days')
  await expect(investor.getByText('Saved on this device')).toBeVisible()
  await investor.reload()
  await expect(days).toHaveValue('2')
  expect(await violations(investor)).toEqual([])
  await investor.context().setOffline(false)
  await expect(visitor.getByText('Replies within 2 days, otherwise you can ask for your money back')).toBeVisible()
  expect(await violations(visitor)).toEqual([])
  await Promise.all([investor, visitor].map((page) => page.context().close()))
})

test('an investor without a network pauses the listing, and a visitor cannot buy until it is resumed', async ({ browser }) => {
  const [investor, visitor] = [await open(browser, PHONE, KEEPS_APP), await open(browser)]
  const day = dayAhead(8, Date.now())
  const label = pausedLabel(day)
  const buy = async () => {
    const data = { vcId: OWN, vcType: 'platform' }
    return (await visitor.request.post('/api/create-vc-unlock-payment', { data, headers: { origin: server.url } })).status()
  }
  await signIn(investor, INVESTOR)
  await visitor.goto(`/vc/${OWN}`)
  const contact = visitor.getByRole('complementary', { name: 'Contact' })
  const offer = contact.getByRole('button', { name: /^(Book Call|Connect) - / })
  await expect(offer).toBeVisible()
  await investor.goto('/profile')
  const pause = investor.getByRole('region', { name: 'Pause' })
  await expect(pause).toBeVisible()
  await untilReadyOffline(investor)

  await investor.context().setOffline(true)
  await investor.reload()
  await pause.getByLabel('Back on').fill(day)
  await pause.getByRole('button', { name: 'Pause' }).click()
  await expect(pause.getByRole('heading', { name: label })).toBeVisible()
  await expect(investor.getByText('Your changes are sent when you are online.')).toBeVisible()
  expect(await violations(investor)).toEqual([])
  await investor.reload()
  await expect(pause.getByRole('heading', { name: label })).toBeVisible()
  await expect(offer).toBeVisible()

  await investor.context().setOffline(false)
  await expect(contact.getByText(label)).toBeVisible()
  await expect(offer).toHaveCount(0)
  expect(await buy()).toBe(409)
  await expect(investor.getByText('Your changes are sent')).toHaveCount(0)

  await pause.getByRole('button', { name: 'Resume now' }).click()
  await expect(offer).toBeVisible()
  await expect(contact.getByText(label)).toHaveCount(0)
  expect(await buy()).toBe(200)
})

test('on a desktop: the investor’s tabs, and the empty page of a user without a listing', async ({ browser }) => {
  const investor = await open(browser, DESKTOP)
  await signIn(investor, INVESTOR, '/profile')
  await expect(investor.getByText('Live on Platform')).toBeVisible()
  expect(await violations(investor)).toEqual([])
  await investor.getByRole('tab', { name: 'Activity History' }).click()
  await expect(investor.getByRole('region', { name: 'Requests received' }).getByRole('listitem').first()).toBeVisible()
  expect(await violations(investor)).toEqual([])
  await change(server, (sql) => sql`delete from vcs where id = ${OWN}`)
  await expect(investor.getByText('No activity yet')).toBeVisible()
  await investor.getByRole('tab', { name: 'Investor Profile' }).click()
  await expect(investor.getByText('No investor profile yet')).toBeVisible()
})

test('an investor who is listed without having applied claims or removes their profile, and it is removed everywhere', async ({
  browser,
}) => {
  const [person, other] = [await open(browser, DESKTOP), await open(browser)]
  let address = ''
  let unknown = ''
  await change(server, async (sql) => {
    const [row] = await sql<{ email: string }[]>`
      update directory_investors set email = coalesce(email, 'marit@moretti.example') where id = ${LISTED} returning email`
    const [without] = await sql<{ id: string }[]>`update directory_investors set email = null where id =
      (select id from directory_investors where is_verified and id <> ${LISTED} order by id limit 1) returning id`
    address = row?.email ?? ''
    unknown = without?.id ?? ''
  })
  await other.goto(`/vc/${LISTED}`)
  await person.goto(`/vc/${LISTED}`)
  const ask = async (page: Page, what: 'Claim it' | 'Remove it') => {
    await page.getByRole('button', { name: 'Claim or remove this profile' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(what).click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    return dialog
  }
  const claiming = await ask(person, 'Claim it')
  await expect(claiming).toContainText('Check your email')
  await expect(claiming).not.toContainText(address)
  expect(await violations(person)).toEqual([])
  await person.goto(linkIn(await mailTo(server, address, /Take over your profile/)))
  await expect(person.getByRole('link', { name: 'Sign in to continue' })).toBeVisible()

  await person.goto(`/vc/${LISTED}`)
  await ask(person, 'Remove it')
  await person.goto(linkIn(await mailTo(server, address, /Remove your profile/)))
  await expect(person).toHaveURL(/\/profile-request$/)
  await person.getByRole('button', { name: 'Remove permanently' }).click()
  await expect(person.getByRole('heading', { name: 'Removed' })).toBeVisible()
  expect(await violations(person)).toEqual([])
  await expect(other.getByRole('heading', { name: 'Investor Not Found' })).toBeVisible()

  // No address of this one is known: a person of the team decides, and needs an address to answer.
  await other.goto(`/investor/${unknown}`)
  const dialog = await ask(other, 'Remove it')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await dialog.getByLabel('Your email').fill('me@fund.example')
  expect(await violations(other)).toEqual([])
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('Request received')
  await expect(dialog).toContainText('We reply to me@fund.example.')
})

test('a page from the server names itself, and removes its head when it is left', async ({ browser }) => {
  const page = await open(browser, DESKTOP)
  const unknown = await page.goto('/vc/recUnknown')
  expect(unknown?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Investor Not Found' })).toBeVisible()
  await page.goto('/')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${server.url}/`)
  await page.getByRole('link', { name: 'Browse VCs' }).first().click()
  await expect(page).toHaveURL(/\/vcs/)
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
})
