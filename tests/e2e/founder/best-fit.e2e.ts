import { expect, test } from '@playwright/test'
import { newContext } from '#tests/e2e/support/accounts.ts'
import { expectSound } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE } from '#tests/e2e/support/device.ts'
import { untilAppRuns } from '#tests/e2e/support/page.ts'
import { ONLINE, withoutPopup } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())

for (const [size, viewport] of [
  ['phone', PHONE],
  ['desk', DESKTOP],
] as const) {
  test(`on a ${size}, a visitor describes a project on the device, and every list and page says why an investor fits`, async ({
    browser,
  }) => {
    const isMobile = viewport === PHONE
    const context = await newContext(browser, { baseURL: server.url, viewport, isMobile, hasTouch: isMobile, bypassCSP: true })
    await withoutPopup(context)
    const page = await context.newPage()
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))

    await page.goto('/vcs?sort=fit')
    await untilAppRuns(page)
    await page.getByRole('button', { name: 'Describe my project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Describe my project' })
    await dialog.getByLabel('Round').selectOption('Seed')
    await dialog.getByLabel('Sector').selectOption('Payments')
    await dialog.getByLabel('Location').selectOption('Lisbon, Portugal')
    await expectSound(page, 'the description of a project')
    await dialog.getByRole('button', { name: 'Show best fit' }).click()
    const first = page.getByRole('article').first()
    const reasons = first.getByRole('list', { name: 'Fits your project' }).getByRole('listitem')
    const all = ['Invests at Seed', 'Invests in Payments', 'Based in Lisbon']
    await expect(reasons).toHaveText(all)
    await expectSound(page, 'the best fit')
    for (const list of ['/ping', '/directory', '/vcs']) {
      await page.goto(`${list}?sort=fit`)
      await expect(reasons).toHaveText(all)
    }

    await first.getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Fits your project' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Fits your project' }).getByRole('listitem')).toHaveText(all)
    await expectSound(page, 'the page of an investor')
    expect(sent.filter((request) => /Lisbon|Payments|fitProject/.test(request))).toEqual([])
    await context.close()
  })
}
