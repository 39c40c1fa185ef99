import { expect, test } from '@playwright/test'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { heading, sticksOut } from '#tests/e2e/support/page.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { grantContact } from '#tests/support/actors/grants.ts'

const MARIT = { id: 'rec1xBsyPcZWn6QTr' as VcId, name: 'Marit Moretti' }
const ada = { email: 'ada@palette.example', password: 'a long enough password' }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await register(server, ada)
  const opened = await server.openDatabase()
  const [row] = await opened.sql<{ id: PrincipalId }[]>`
    select p.id from principals p join users u on u.id = p.user_id where u.email = ${ada.email}`
  if (!row) throw new Error('Ada has no principal.')
  await grantContact(opened.db, row.id, MARIT.id)
  await opened.close()
})
test.afterAll(() => server.dispose())

for (const [size, viewport, colorScheme] of [
  ['phone', PHONE, 'dark'],
  ['desk', DESKTOP, 'light'],
] as const) {
  test(`on a ${size} without a network a few letters lead to a contact, an investor, a project and a page`, async ({
    browser,
  }) => {
    const page = await openBrowser(browser, server, { keepsApp: true })
    await page.setViewportSize(viewport)
    // With and without the reduced motion of every other test: either may delay the focus.
    if (viewport === PHONE) await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.emulateMedia({ colorScheme })
    await signIn(page, ada, '/contacts')
    await untilReadyOffline(page)
    await page.context().setOffline(true)
    const palette = page.getByRole('dialog', { name: 'Search everything' })
    const field = palette.getByRole('combobox')
    const open = async () => {
      if (viewport === PHONE) await page.getByRole('button', { name: 'Search everything' }).click()
      else await page.keyboard.press('Control+k')
      await expect(field).toBeFocused()
    }
    const go = async (text: string, line: RegExp) => {
      await open()
      await field.fill(text)
      await expect(palette.getByRole('option', { selected: true })).toContainText(line)
      await page.keyboard.press('Enter')
      await expect(field).toHaveCount(0)
    }

    await open()
    expect(await violations(page)).toEqual([])
    await field.fill('mor')
    await expect(palette.getByRole('option').first()).toContainText(MARIT.name)
    expect(await violations(page)).toEqual([])
    expect(await sticksOut(page)).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)

    await go('marit mor', /^Marit Moretti/)
    await expect(page).toHaveURL(`${server.url}/contacts/${MARIT.id}`)
    await go('nygaard', /Nygaard/)
    await expect(page).toHaveURL(/\/vc\/rec/)
    await expect(heading(page)).toContainText('Nygaard')
    // Enter chooses from the list of what was typed, also where that is not painted yet.
    await open()
    await field.fill('outbox')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.url}/outbox`)
    await open()
    await field.fill('semaphore')
    const project = palette.getByRole('group', { name: 'Projects' }).getByRole('option').first()
    const name = (await project.locator('span span').first().textContent()) ?? ''
    await project.click()
    await expect(page).toHaveURL(/\/project\//)
    await expect(heading(page)).toContainText(name)
    await page.context().close()
  })
}
