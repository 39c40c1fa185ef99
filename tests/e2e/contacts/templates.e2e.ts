import { expect, test } from '@playwright/test'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { expectSound } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { grantContact } from '#tests/support/actors/grants.ts'

const MARIT = { id: 'rec1xBsyPcZWn6QTr' as VcId, name: 'Marit Moretti' }
const ada = { email: 'ada@templates.example', password: 'a long enough password' }

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

test('a template that was written without a network is the first mail to a contact, on each device', async ({ browser }) => {
  const phone = await openBrowser(browser, server, { keepsApp: true })
  await phone.setViewportSize(PHONE)
  await signIn(phone, ada, `/contacts/${MARIT.id}`)
  await untilReadyOffline(phone)
  await phone.context().setOffline(true)
  await phone.getByRole('button', { name: 'Write a template' }).click()
  const dialog = phone.getByRole('dialog', { name: 'Templates' })
  await dialog.getByRole('button', { name: 'Add a template' }).click()
  await dialog.getByLabel('Template').fill('Dear ')
  await dialog.getByRole('button', { name: /^Insert first name/ }).click()
  await expect(dialog.getByLabel('Template')).toHaveValue('Dear {first name}')
  await expect(dialog.getByText('Saved on this device')).toBeVisible()
  await expectSound(phone, 'the templates')
  await dialog.getByRole('button', { name: 'Done' }).click()
  const intro = phone.getByRole('textbox', { name: 'Introduction' })
  await expect(intro).toHaveValue('Dear Marit')
  const mail = phone.getByRole('link', { name: 'Write an email' })
  await expect(mail).toHaveAttribute('href', /body=Dear(%20|\+)Marit/)
  await expectSound(phone, 'a contact with a template')
  await phone.context().setOffline(false)

  const laptop = await openBrowser(browser, server)
  await laptop.setViewportSize(DESKTOP)
  await signIn(laptop, ada, `/contacts/${MARIT.id}`)
  await expect(laptop.getByRole('textbox', { name: 'Introduction' })).toHaveValue('Dear Marit')
  await laptop.getByRole('textbox', { name: 'Introduction' }).fill('My own words')
  await laptop.getByRole('textbox', { name: 'Introduction' }).blur()
  await laptop.getByRole('button', { name: 'Use “Dear {first name}”' }).click()
  await expect(laptop.getByRole('textbox', { name: 'Introduction' })).toHaveValue('My own words\n\nDear Marit')
  await expectSound(laptop, 'an introduction with a template')
  await phone.context().close()
  await laptop.context().close()
})
