import { test } from '@playwright/test'
import { DESKTOP, PHONE } from './support/device.ts'
import { withoutPopup } from './support/quiet.ts'
import { startProduct } from './support/server.ts'
import { signIn, change, register } from './support/accounts.ts'

test('shots', async ({ browser }) => {
  test.setTimeout(85_000)
  const server = await startProduct()
  try {
    await change(server, async (sql) => {
      await sql`update projects set logo_url = null where false`
    })
    for (const [name, viewport] of [['phone', PHONE], ['desk', DESKTOP]] as const) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ baseURL: server.url, viewport, colorScheme, reducedMotion: 'reduce' })
        await withoutPopup(context)
        const page = await context.newPage()
        const shoot = (what: string, fullPage = false) => page.screenshot({ path: `/tmp/projects-shots/${what}-${name}-${colorScheme}.png`, fullPage })
        await page.goto('/scout')
        await page.getByRole('article').first().waitFor()
        await shoot('scout')
        await page.getByRole('button', { name: /^Upvote/ }).first().click()
        await page.getByRole('dialog').waitFor()
        await shoot('hint')
        await page.keyboard.press('Escape')
        await page.goto('/project/prj_demo_003')
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForTimeout(400)
        await shoot('project', true)
        if (colorScheme === 'light') {
          await page.getByRole('button', { name: 'Report this project' }).click()
          await page.getByRole('dialog').waitFor()
          await shoot('report')
          await page.goto('/project/prj_nothing')
          await page.getByText('Project Not Found').waitFor()
          await shoot('missing')
          await page.goto('/scout?q=zzzz')
          await page.getByText('No projects found').waitFor()
          await shoot('empty')
          await page.goto('/project/prj_demo_001')
          await page.getByRole('heading', { level: 1 }).waitFor()
          await page.waitForTimeout(300)
          await shoot('project1', true)
        }
        await context.close()
      }
    }
  } finally {
    await server.dispose()
  }
})
