import { type Browser, expect, type Page, test } from '@playwright/test'
import { change, openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, UP_TO_DATE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const PASSWORD = 'k7#mQz2pp-founder'
const HOSTILE = 'prj_hostile'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await change(
    server,
    (sql) => sql`insert into projects (id, company_name, one_line_description, description, is_published, published_at,
        website_url, twitter_url, pitch_deck_url, email, imported_votes, vote_count, traction, team_size)
      values (${HOSTILE}, 'Evil <b>& Co</b>', 'One line', 'Many words', true, now(), 'javascript:alert(1)',
        'https://x.com/evil', 'data:text/html,x', 'founder@evil.example', 9000, 9000, ${'First\nSecond'}, 4)`,
  )
})
test.afterAll(() => server.dispose())

const open = async (browser: Browser, viewport = PHONE, keepsApp = false): Promise<Page> => {
  const page = await openBrowser(browser, server, { keepsApp })
  await page.setViewportSize(viewport)
  return page
}
const card = (page: Page, name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })

async function expectFit(page: Page, what: string) {
  expect(await violations(page), what).toEqual([])
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(beyond, what).toBeLessThanOrEqual(0)
}

for (const [name, viewport] of [
  ['phone', PHONE],
  ['desk', DESKTOP],
] as const) {
  test(`on a ${name} the marketplace is searched, narrowed and sorted by its address, and leads to each project`, async ({
    browser,
  }) => {
    const page = await open(browser, viewport)
    await page.goto('/scout?success=true')
    await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(76)
    // The payment's own page reports the payment; an address alone publishes nothing.
    await expect(page.getByText('Project Published!')).toHaveCount(0)
    await expect(page.getByRole('article').first().getByRole('heading')).toHaveText('Evil <b>& Co</b>')
    await expect(page.getByRole('link', { name: 'List Project Now' })).toHaveAttribute(
      'href',
      '/auth?next=%2Fproject-setup&defaultType=founder',
    )
    await expect(page.getByRole('link', { name: 'Showcase your project' })).toBeVisible()

    await page.getByLabel('Ecosystem').selectOption('Solana')
    await page.getByLabel('Vertical').selectOption('AI/ML')
    await page.getByLabel('Sort').selectOption('Newest')
    await expect(page).toHaveURL(`${server.url}/scout?ecosystem=Solana&vertical=AI%2FML&sort=newest`)
    await page.getByRole('searchbox').fill('zzzz')
    await expect(page.getByText('No projects found matching your filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect(page).toHaveURL(`${server.url}/scout?sort=newest`)

    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    for (const name of [/^Solana \d/, /^Stellar \d/]) await sheet.getByRole('checkbox', { name }).check()
    await sheet.getByRole('button', { name: /^Show \d+ projects?$/ }).click()
    await expect(page).toHaveURL(`${server.url}/scout?ecosystem=Solana,Stellar&sort=newest`)
    await expect(page.getByLabel('Ecosystem')).toHaveValue('Solana,Stellar')
    const inForce = page.getByRole('list', { name: 'Active filters' })
    await expect(inForce.getByRole('button')).toHaveText(['Solana', 'Stellar', 'Clear all'])
    await inForce.getByRole('button', { name: 'Clear all' }).click()
    await expect(page).toHaveURL(`${server.url}/scout?sort=newest`)

    await page.getByRole('searchbox').fill('grove depegs')
    await expect(page.getByRole('article')).toHaveCount(1)
    const grove = card(page, 'Grove')
    for (const text of ['280', 'Under Review', 'MVP', 'Please get in contact with founder', 'Other · DeFi']) {
      await expect(grove.getByText(text)).toBeVisible()
    }
    await expect(grove.getByRole('link', { name: 'Pitch deck of Grove' })).toHaveAttribute(
      'href',
      'https://grove.example/deck.pdf',
    )
    // All cards have the same structure, and axe reads them one by one: one card is enough.
    await expectFit(page, '/scout')
    await grove.getByRole('heading').click()

    await expect(page).toHaveURL(/\/project\/prj_demo_002$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Grove' })).toBeVisible()
    for (const text of ['community votes', 'Grace Kamau', '2 people', 'Zug, Switzerland', 'Strategic']) {
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(page.getByText('Please get in contact with founder')).toHaveCount(2)
    await expect(page.getByRole('link', { name: 'Contact Founder' })).toHaveAttribute(
      'href',
      'mailto:founders@grove.example?subject=Interest%20in%20Grove',
    )
    await expectFit(page, '/project')
    await page.goto('/project/prj_none')
    await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
    await expectFit(page, 'no project')
    await page.getByRole('link', { name: 'Back to Scout' }).click()
    await expect(page).toHaveURL(`${server.url}/scout`)
    await page.context().close()
  })
}

test('a founder’s input is text, a script is not a link, and the page is shared by its address', async ({ browser }) => {
  const page = await open(browser, DESKTOP)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/project/${HOSTILE}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Evil <b>& Co</b>')
  for (const text of ['Multi-chain', 'General', '4 people']) await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByText('First')).toHaveText('First\nSecond', { useInnerText: true })
  const resources = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Links & Resources' }) })
  await expect(resources.getByRole('link')).toHaveText(['Twitter'])
  await expect(resources.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
  expect(await page.locator('a[href^="javascript:" i], a[href^="data:" i]').count()).toBe(0)

  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied to clipboard').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/project/${HOSTILE}`)
  await page.context().close()
})

test('a vote needs a verified account, works without a network, is seen by others, and never counts twice', async ({
  browser,
}) => {
  const email = 'voter@example.com'
  await register(server, { email, password: PASSWORD })
  const [page, other] = [await open(browser, PHONE, true), await open(browser, DESKTOP)]
  const upvote = page.getByRole('button', { name: 'Upvote' })
  const hint = page.getByRole('dialog', { name: 'Confirm your email to upvote' })
  const count = (on: Page) => on.locator('p', { hasText: 'community votes' }).locator('span').first()
  await other.goto(`/project/${HOSTILE}`)
  await page.goto(`/project/${HOSTILE}`)
  await upvote.click()
  await expect(page.getByRole('dialog', { name: 'Sign in to upvote' })).toBeVisible()
  await expectFit(page, 'the hint to sign in')
  await page.getByRole('dialog').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`${server.url}/project/${HOSTILE}`)
  await upvote.click()
  await expect(hint).toBeVisible()
  await page.keyboard.press('Escape')
  await change(server, (sql) => sql`update users set email_verified_at = now() where email = ${email}`)
  await untilReadyOffline(page)

  // The device receives it with the next pull; until then each click shows the hint. Another click would withdraw a vote.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(hint).toHaveCount(0)
    await upvote.click()
    await expect(hint.or(page.getByRole('button', { name: 'Upvote', pressed: true }))).toBeVisible()
    expect(await hint.count()).toBe(0)
  }).toPass()
  await expect(count(page)).toHaveText('9,001')
  await expect(count(other)).toHaveText('9,001')

  await page.context().setOffline(true)
  await upvote.click()
  await expect(count(page)).toHaveText('9,000')
  await upvote.click()
  await expect(upvote).toHaveAttribute('aria-pressed', 'true')
  await upvote.click()
  await expect(upvote).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(upvote).toHaveAttribute('aria-pressed', 'false')
  await expect(count(page)).toHaveText('9,000')
  await expect(count(other)).toHaveText('9,001')
  await page.context().setOffline(false)
  await expect(count(other)).toHaveText('9,000')
  await upvote.click()
  await expect(count(other)).toHaveText('9,001')
  await expect(count(page)).toHaveText('9,001')
  await expect(page.getByText(UP_TO_DATE).first()).toBeVisible()
  await Promise.all([page.context().close(), other.context().close()])
})

test('a report waits without a network and reaches the team once', async ({ browser }) => {
  const page = await open(browser, PHONE, true)
  await page.goto('/scout')
  await untilReadyOffline(page)
  await page.context().setOffline(true)
  await page.goto('/project/prj_elsewhere')
  await expect(page.getByText('the server can’t be reached')).toBeVisible()
  await page.goto('/project/prj_demo_002')
  await page.getByRole('button', { name: 'Report this project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this project' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a reason.')
  await expectFit(page, 'the report')
  await dialog.getByLabel('Its claims are misleading').check()
  await dialog.getByLabel('Details').fill('Nobody was audited.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByRole('status')).toHaveText(/Saved on this device|Thank you/)
  await page.context().setOffline(false)
  const database = await server.openDatabase()
  const reports = () => database.sql`select project_id, reason, text, status from project_reports`
  await expect
    .poll(reports)
    .toEqual([{ project_id: 'prj_demo_002', reason: 'misleading', text: 'Nobody was audited.', status: 'open' }])
  await database.close()
  await page.context().close()
})

test('a draft is at its address for its owner alone, with its numbers; once published, visits of others are counted', async ({
  browser,
}) => {
  const email = 'founder-of-draft@example.com'
  await register(server, { email, password: PASSWORD })
  const [owner, visitor] = [await open(browser), await open(browser, DESKTOP)]
  await change(
    server,
    (sql) => sql`insert into projects (id, user_id, company_name, description, email)
      select 'prj_own', id, 'Quiet Works', 'Not for everybody yet', 'hello@quiet.example' from users where email = ${email}`,
  )
  await signIn(owner, { email, password: PASSWORD }, '/project/prj_own')
  await expect(owner.getByText('Draft', { exact: true }).first()).toBeVisible()
  await expect(owner.getByRole('heading', { name: 'Performance' })).toBeVisible()
  await expectFit(owner, 'a draft')
  await visitor.goto('/project/prj_own')
  await expect(visitor.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()

  await change(server, (sql) => sql`update projects set is_published = true, published_at = now() where id = 'prj_own'`)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Quiet Works' })).toBeVisible()
  await visitor.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()))
  await visitor.getByRole('link', { name: 'Contact Founder' }).click()
  const database = await server.openDatabase()
  const counts = () => database.sql`select kind, count from visit_counts where subject_id = 'prj_own' order by kind`
  await expect.poll(counts).toEqual([
    { kind: 'contact', count: 1 },
    { kind: 'view', count: 1 },
  ])
  await database.close()
  await owner.reload()
  const figure = (label: string) => owner.locator('dl > div', { has: owner.getByText(label, { exact: true }) }).locator('dd')
  await expect(figure('Views')).toHaveText('1')
  await expect(figure('Contacts')).toHaveText('1')
  await Promise.all([owner.context().close(), visitor.context().close()])
})
