import { expect, test } from '@playwright/test'
import { card, readManifest, share } from '#tests/e2e/support/device.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())
test.use({ serviceWorkers: 'block' })

test('what is shared while the worker is gone waits on the device, through the page of the server', async ({ page }) => {
  await page.goto(server.url)
  const manifest = await readManifest(page)
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  const title = '</script><script>alert(1)</script> From the fair'

  await test.step('text and cards are shown, and nothing of them runs', async () => {
    await share(page, manifest, { title, cards: [card('Noa Berg'), card('Ida Sol')] })
    await expect(page.getByLabel('Shared content')).toHaveValue(title)
    await expect(page.getByText('2 contact cards: Noa Berg, Ida Sol')).toBeVisible()
    expect(alerts).toEqual([])
  })

  await test.step('they are stored on the device, once', async () => {
    await expect(page.locator('#shared-content')).toHaveCount(0)
    await page.goto(`${server.url}/share`)
    await expect(page.getByLabel('Shared content')).toHaveValue(title)
    await share(page, manifest, { title, cards: [card('Noa Berg'), card('Ida Sol')] })
    await expect(page.getByText('2 contact cards: Noa Berg, Ida Sol')).toBeVisible()
    await expect(page.getByLabel('Shared content')).toHaveValue(title)
  })

  await test.step('files that are too large are to be shared again', async () => {
    await share(page, manifest, { title: 'Large', cards: [card('Noa Berg'.repeat(200_000))] })
    await expect(page.getByText('It is open now: share it again.')).toBeVisible()
    await expect(page.getByLabel('Shared content')).toHaveValue(title)
  })
})
