import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type Device, openDevice, untilReadyOffline } from './support/device.ts'
import { type ProductServer, startProduct } from './support/server.ts'

let server: ProductServer
let device: Device | undefined
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())
test.afterEach(async () => {
  await device?.dispose()
  device = undefined
})

/** Collects every line that the pill ever shows, from before the page's own first script on. */
const hearPill = (context: BrowserContext) =>
  context.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => {
      const words = document.querySelector('.status-place [role=status]')?.textContent
      if (words && words !== said.at(-1)) said.push(words)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
const said = (page: Page) => page.evaluate<string[]>('window.said')
const pill = (page: Page) => page.locator('.status-place [role=status]')

test('the pill says nothing that is not so, launched without a network and with one again', async () => {
  device = await openDevice(server.url)
  await hearPill(device.context)
  let { page } = device
  await page.goto('/vcs')
  await untilReadyOffline(page)
  // A first visit is ready once all of it is here, and not a moment before.
  const first = await said(page)
  expect(first.filter((words) => !/^Syncing \d+ of \d+$/.test(words))).toEqual([
    'Connecting…',
    ...first.filter((words) => words === 'Up to date'),
    'Ready offline',
  ])

  const launch = async (isOffline: boolean) => {
    if (!device) throw new Error('There is no device.')
    page = await device.relaunch({ isOffline })
    await hearPill(device.context)
    await page.goto('/vcs')
  }
  await launch(true)
  await expect(pill(page)).toHaveText(/Offline since/)
  const since = await pill(page).textContent()
  expect(await said(page)).toEqual(['Connecting…', since])

  await page.evaluate(() => Object.assign(window, { said: [] }))
  await device.context.setOffline(false)
  await expect(pill(page)).toHaveText('Ready offline')

  await device.context.setOffline(true)
  await expect(pill(page)).toHaveText(/Offline since/)
  await launch(false)
  await expect(pill(page)).toHaveText('Ready offline')
  expect((await said(page)).filter((words) => !/^Syncing/.test(words))).toEqual(['Connecting…', 'Ready offline'])
})
