import { expect, test } from '@playwright/test'
import { change, openBrowser } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, UP_TO_DATE } from '#tests/e2e/support/device.ts'
import { heading, sticksOut, visit } from '#tests/e2e/support/page.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

const VERIFIED = { id: 'rec1xBsyPcZWn6QTr', name: 'Marit Moretti' }
const FUND_ALONE = { id: 'rec2hMtD8AJexQvBH', name: 'Windrose Fund' }
const UNVERIFIED = { id: 'rec8odbR147twAO2Y', name: 'Oskar 🦊 Nygaard' }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

test('a card leads to the investor, its button opens the booking once, and no link is nested in another', async ({ browser }) => {
  const page = await openBrowser(browser, server, { viewport: DESKTOP })
  await page.goto('/')
  const card = page.getByRole('article').first()
  const name = (await card.getByRole('heading', { level: 3 }).textContent()) ?? ''
  await expect(page.locator('a a, a button, button a')).toHaveCount(0)
  await card.getByText('Contact locked').waitFor()
  await card.click({ position: { x: 120, y: 175 } })
  await expect(page).toHaveURL(/\/investor\/rec/)
  await expect(heading(page)).toHaveText(name)
  await page.goBack()
  await page.goto('/vcs?q=iris%20halloran')
  const bookable = page.getByRole('article', { name: 'Iris Halloran' })
  await bookable.getByRole('link', { name: 'Book Now' }).click()
  await expect(page).toHaveURL(`${server.url}/vc/vc_demo_investor`)
  await expect(page.getByRole('dialog')).toContainText('Book a call with Iris Halloran')
  await page.keyboard.press('Escape')
  await expect(heading(page)).toHaveText('Iris Halloran')
  await page.reload()
  await expect(heading(page)).toHaveText('Iris Halloran')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(bookable).toBeVisible()
  await page.context().close()
})

test('the head of a page with little content ends below its badges', async ({ browser }) => {
  const page = await openBrowser(browser, server, { viewport: DESKTOP })
  await page.goto(`/investor/${FUND_ALONE.id}`)
  await expect(heading(page)).toHaveText(FUND_ALONE.name)
  const head = page.getByRole('main').locator('header')
  // In one step: the app replaces the screen that the server rendered.
  const belowBadge = () =>
    head.evaluate((box) => {
      const badge = [...box.querySelectorAll('*')].findLast(({ textContent }) => textContent === 'Public source')
      return box.getBoundingClientRect().bottom - (badge?.getBoundingClientRect().top ?? 0)
    })
  await expect.poll(belowBadge).toBeLessThan(90)
  await page.context().close()
})

for (const [size, viewport, colorScheme] of [
  ['phone in light', PHONE, 'light'],
  ['desk in dark', DESKTOP, 'dark'],
] as const) {
  test(`the pages of an investor on a ${size} show all that is public, and nothing that is sold`, async ({ browser }) => {
    const page = await openBrowser(browser, server, { viewport, colorScheme })
    await page.goto(`/investor/${VERIFIED.id}`)
    await expect(heading(page)).toHaveText(VERIFIED.name)
    const main = page.getByRole('main')
    for (const text of [
      'Northgate Ventures',
      'Public source',
      'Investment Director',
      'Tallinn, Estonia',
      /\d+ in 30 days/,
      'Pre-Seed',
      'Identity',
    ])
      await expect(main.getByText(text, { exact: true }).first(), String(text)).toBeVisible()
    for (const name of ['About', 'Investment Thesis', 'Portfolio Performance', 'Contact Information Locked'])
      await expect(main.getByRole('heading', { name })).toBeVisible()
    await expect(main.getByRole('button', { name: 'Website of Marit Moretti, locked' })).toBeDisabled()
    await expect(main.getByRole('button', { name: /^LinkedIn of/ })).toBeHidden()
    expect(await page.content()).not.toContain('marit@northgate-ventures.example')
    expect(await violations(page)).toEqual([])
    expect(await sticksOut(page)).toBeLessThanOrEqual(0)
    await main.getByRole('button', { name: 'Unlock for $25' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')

    // An investor who is not verified, and one who does not exist, are not found here.
    for (const id of [UNVERIFIED.id, 'recNobody', 'no%20id']) {
      await visit(page, `/investor/${id}`)
      await expect(heading(page)).toHaveText('Investor Not Found')
      await expect(main.getByRole('link', { name: 'Back to Homepage' })).toHaveAttribute('href', '/')
    }

    await visit(page, '/vc/vc_demo_investor')
    await expect(heading(page)).toHaveText('Iris Halloran')
    for (const text of [
      'General Partner at Brasslatch Ventures',
      'Verified',
      'Venture Capital',
      'Stages',
      'Primary sectors',
      'Unlock price',
      'Monthly limit',
      /^20 introductions/,
      'Connection requests',
      'last 30 days',
      'Top category',
      'Rank',
    ])
      await expect(main.getByText(text, { exact: true }).first(), String(text)).toBeVisible()
    // For the investor only.
    await expect(main.getByText('Progress to Top 3')).toBeHidden()
    for (const name of ['Investment Focus', 'About', 'Investment Thesis', 'Portfolio Performance', 'Investor Popularity'])
      await expect(main.getByRole('heading', { name })).toBeVisible()
    await expect(main.getByRole('button', { name: 'Book Call - $75' })).toBeVisible()
    await page.context().close()
  })
}

/** From the sample listing: the texts on a card, /vc/{id} and /investor/{id}, and the amount that is charged. */
const odd: [what: string, id: string, name: string, card: string, vc: string, investor: string, charged: number | null][] = [
  ['99', 'recgXVykRPk8nhoEs', 'Wanjiru Iyer', 'Unlock for $99', 'Connect - $99', 'Unlock for $99', 9900],
  ['100, a bio of 5,400', 'reci5qB6WBzSFkqpF', 'Grace Whitfield', 'Unlock for $1', 'Connect - $1', 'Unlock for $1', 100],
  ["'$1,200'", 'recqLYTiCMltQKOS1', 'Björn Karimi', 'Unlock for $1,200', 'Book Call - $1,200', 'Unlock for $1,200', 120_000],
  ["'US$ 50'", 'recFfMamCPAJTBqJ6', 'Tobias Keller', 'Unlock for $0.50', 'Connect - $0.50', 'Unlock for $0.50', 50],
  ["'free'", 'rec2z8jE4mnWJ5cme', 'Ines Duarte', 'Unlock for $0.50', 'Connect - $0.50', 'Unlock for $0.50', 50],
  ["'$0.30', markup", 'recB3G8kIWNjBymyB', 'Nadia "Nads" O’Brien', 'Unlock for $0.50', 'Connect - $0.50', 'Unlock for $0.50', 50],
  ['no price', 'recaXZAVNmVQmb0UW', 'Petra Svoboda', 'Unlock for $0.50', 'Connect - $0.50', 'Unlock for $0.50', 50],
  ['no name', 'rec2hMtD8AJexQvBH', 'Windrose Fund', 'Unlock for $10', 'Connect - $10', 'Unlock for $10', 1000],
  ['right to left', 'recixkxGTRwMDwkwU', 'يوسف فاروق', 'Unlock for $75', 'Connect - $75', 'Unlock for $75', 7500],
  ['CJK', 'recZOQspnaggEDaAL', '山本 芽衣', 'Unlock for $99.99', 'Connect - $99.99', 'Unlock for $99.99', 9999],
  ['0', 'vc_demo_investor', 'Iris Halloran', 'Unlock for $0.50', 'Book Call - $0.50', 'Unlock for $0.50', 50],
  ['1e9', 'rec5Oyl6LtheMpKxw', 'Marit Jansen', 'Price on request', '', '', null],
]

test('odd records are shown as inert text, and the price that is shown is the price that is charged', async ({ browser }) => {
  await change(server, (sql) => sql`update vcs set price = 0 where id = 'vc_demo_investor'`)
  // Most odd records have no contact details, and are not for sale without them.
  const addressed = odd.map(([, id]) => id).filter((id) => id.startsWith('rec'))
  await change(
    server,
    (sql) =>
      sql`update directory_investors set email = id || '@odd.example' where id in ${sql(addressed)} and coalesce(email, '') = ''`,
  )
  const page = await openBrowser(browser, server, { viewport: DESKTOP })
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto('/vcs')
  await expect(page.getByText(UP_TO_DATE).first()).toBeVisible()
  const main = page.getByRole('main')
  for (const [what, id, name, card, vc, investor, charged] of odd) {
    await test.step(what, async () => {
      await visit(page, `/vcs?q=${encodeURIComponent(name)}`)
      const article = page.getByRole('article', { name, exact: true }).filter({ hasText: card })
      await expect(article.first()).toBeVisible()

      for (const [path, label] of [
        ['vc', vc],
        ['investor', investor],
      ]) {
        await visit(page, `/${path}/${id}`)
        await expect(heading(page)).toHaveText(name)
        if (label) await expect(main.getByRole('button', { name: label, exact: true })).toBeVisible()
        else await expect(main.getByText(/above the card limit/)).toBeVisible()
        expect(await sticksOut(page), path).toBeLessThanOrEqual(0)
      }
      await expect(page.locator('a[href^="javascript:" i]')).toHaveCount(0)
      const setup = await page.evaluate(async (vcId) => {
        const reply = await fetch('/api/create-vc-unlock-payment', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ vcId, vcType: 'airtable', amount: 1 }),
        })
        return reply.json()
      }, id)
      if (charged === null) expect(setup.code).toBe('unlocks.not-purchasable')
      else expect(setup.amount).toBe(charged)
    })
  }

  await test.step('a long biography is folded, and markup in it is text', async () => {
    await visit(page, '/investor/reci5qB6WBzSFkqpF')
    await main.getByRole('button', { name: 'Show more' }).click()
    await expect(main.getByRole('button', { name: 'Show less' })).toBeVisible()
    await visit(page, '/investor/recB3G8kIWNjBymyB')
    await expect(main.getByText('<img src=x onerror="alert(1)"> Backs builders.')).toBeVisible()
    await expect(main.getByText('Quarry & Sons <b>Capital</b>').first()).toBeVisible()
    await expect(main.getByRole('button', { name: 'X profile of Nadia' })).toBeHidden()
    await expect(main.locator('[aria-label^="Website of Nadia"]')).toHaveCount(0)
  })

  await test.step('a price below the minimum is explained where it is paid', async () => {
    for (const [id, button, asked] of [
      ['vc_demo_investor', 'Book Call - $0.50', '$0.00'],
      ['recB3G8kIWNjBymyB', 'Connect - $0.50', '$0.30'],
    ] as const) {
      await visit(page, `/vc/${id}`)
      await main.getByRole('button', { name: button }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(asked, { exact: true })).toBeVisible()
      await expect(dialog.getByText('(Charged $0.50 - card provider minimum)')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  })
  await test.step('a record without contact details says so, and offers nothing to buy', async () => {
    const id = 'recaXZAVNmVQmb0UW'
    await change(server, (sql) => sql`update directory_investors set email = null where id = ${id}`)
    await visit(page, `/vc/${id}`)
    await expect(main.getByText(/^No contact details on file yet/)).toBeVisible()
    await expect(main.getByRole('button', { name: /^Connect/ })).toHaveCount(0)
  })
  expect(alerts).toEqual([])
  await change(server, (sql) => sql`update vcs set price = 7500 where id = 'vc_demo_investor'`)
  await page.context().close()
})
