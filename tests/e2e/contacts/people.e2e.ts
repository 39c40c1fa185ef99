import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { violations } from '#tests/e2e/support/axe.ts'
import { DESKTOP, PHONE, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { sticksOut } from '#tests/e2e/support/page.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { photoOfCode } from '#tests/support/samples/photo-of-code.ts'

const ada = { email: 'ada@people.example', password: 'a long enough password' }

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await register(server, ada)
})
test.afterAll(() => server.dispose())

const add = async (page: Page, name: string, organisation: string) => {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Organisation').fill(organisation)
}

test('people met without a network are in the list, and on another device once there is one; a deletion can be undone', async ({
  browser,
}) => {
  const phone = await openBrowser(browser, server, { keepsApp: true })
  await phone.setViewportSize(PHONE)
  await phone.emulateMedia({ colorScheme: 'dark' })
  await signIn(phone, ada, '/contacts')
  await untilReadyOffline(phone)
  await phone.context().setOffline(true)

  await phone.getByRole('link', { name: 'Add a person' }).click()
  await expect(phone.getByRole('heading', { level: 1, name: 'Add a person' })).toBeVisible()
  await add(phone, 'Noa Berg', 'Harbour Labs')
  await phone.getByLabel('Met at').fill('Token2049')
  await phone.getByLabel('Note').fill('Likes ports and bridges')
  await phone.getByText('Email, phone and links').click()
  await phone.getByLabel('Telegram').fill('@noa_berg')
  await phone.getByLabel('Phone').fill('+351 21 000 0000')
  expect(await violations(phone)).toEqual([])
  expect(await sticksOut(phone)).toBeLessThanOrEqual(0)
  await phone.getByRole('button', { name: 'Save and add another' }).click()
  // The next person was met at the same place.
  await expect(phone.getByLabel('Name')).toHaveValue('')
  await expect(phone.getByLabel('Name')).toBeFocused()
  await expect(phone.getByLabel('Met at')).toHaveValue('Token2049')
  await add(phone, 'noa berg', 'harbour labs')
  await expect(phone.getByText('Already in your contacts?')).toBeVisible()
  await add(phone, 'Ben Ode', 'Kestrel')
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('heading', { level: 1, name: 'Ben Ode' })).toBeVisible()

  await phone.getByRole('link', { name: 'Contacts', exact: true }).first().click()
  await phone.getByLabel('Search contacts').fill('bridges')
  const noa = phone.getByRole('link', { name: /Noa Berg/ })
  await expect(noa).toBeVisible()
  expect(await violations(phone)).toEqual([])
  await noa.click()
  await expect(phone.getByRole('heading', { level: 1, name: 'Noa Berg' })).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute('href', 'tel:+351210000000')
  await expect(phone.getByLabel('Met at')).toHaveValue('Token2049')
  expect(await violations(phone)).toEqual([])
  expect(await sticksOut(phone)).toBeLessThanOrEqual(0)

  await phone.context().setOffline(false)
  const laptop = await openBrowser(browser, server)
  await laptop.setViewportSize(DESKTOP)
  await signIn(laptop, ada, '/contacts')
  await laptop.getByRole('link', { name: /Noa Berg/ }).click()
  await expect(laptop.getByLabel('Your note')).toHaveValue('Likes ports and bridges')
  await laptop.getByRole('button', { name: 'Edit details' }).click()
  await laptop.getByLabel('Role').fill('Head of Research')
  await laptop.getByRole('button', { name: 'Save changes' }).click()
  await expect(phone.getByText('Head of Research')).toBeVisible()
  expect(await violations(laptop)).toEqual([])

  await laptop.getByRole('button', { name: 'Delete person' }).click()
  await expect(laptop.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible()
  await expect(laptop.getByRole('link', { name: /Noa Berg/ })).toHaveCount(0)
  await expect(phone.getByText(/^Deleted on/)).toBeVisible()
  await laptop.getByRole('button', { name: 'Undo' }).click()
  await expect(laptop.getByRole('link', { name: /Noa Berg/ })).toBeVisible()
  await expect(phone.getByText(/^Deleted on/)).toHaveCount(0)
  await expect(phone.getByLabel('Your note')).toHaveValue('Likes ports and bridges')

  // The same person, added a second time without a network, is joined there.
  await phone.context().setOffline(true)
  await phone.goto('/contacts/new')
  await add(phone, 'N. Berg', 'Harbour Labs')
  await phone.getByLabel('Note').fill('Wants a pilot')
  await phone.getByText('Email, phone and links').click()
  await phone.getByLabel('Telegram').fill('@noa_berg')
  await phone.getByRole('button', { name: 'Save person' }).click()
  await expect(phone.getByRole('heading', { level: 1, name: 'N. Berg' })).toBeVisible()
  await phone.getByRole('button', { name: 'Join with Noa Berg' }).click()
  const dialog = phone.getByRole('dialog', { name: 'Join two contacts' })
  await expect(dialog.getByText('Added to N. Berg')).toBeVisible()
  expect(await violations(phone)).toEqual([])
  await dialog.getByRole('button', { name: 'Join contacts' }).click()
  await expect(phone.getByLabel('Your note')).toHaveValue('Wants a pilot\n\nLikes ports and bridges')
  await expect(phone.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute('href', 'tel:+351210000000')
  await phone.context().setOffline(false)
  await expect(laptop.getByRole('link', { name: /N\. Berg/ })).toBeVisible()
  await expect(laptop.getByRole('link', { name: /^Noa Berg/ })).toHaveCount(0)
})

test('a QR code fills the form of a new person without a network, and what was typed stays', async ({ browser }) => {
  const page = await openBrowser(browser, server, { keepsApp: true })
  const sol = { email: 'sol@people.example', password: 'a long enough password' }
  await register(server, sol)
  await signIn(page, sol, '/contacts/new')
  await untilReadyOffline(page)
  await page.context().setOffline(true)
  await page.getByLabel('Name').fill('Noa B.')
  const scan = (buffer: Buffer) =>
    page.getByLabel('Scan a QR code').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
  await scan(await photoOfCode('BEGIN:VCARD\nVERSION:3.0\nFN:Noa Berg\nORG:Harbour Labs\nEMAIL:noa@x.example\nEND:VCARD\n'))
  await expect(page.getByLabel('Organisation')).toHaveValue('Harbour Labs')
  await expect(page.getByLabel('Email')).toHaveValue('noa@x.example')
  await expect(page.getByLabel('Name')).toHaveValue('Noa B.')
  await scan(
    await sharp({ create: { width: 200, height: 200, channels: 3, background: 'white' } })
      .png()
      .toBuffer(),
  )
  await expect(page.getByText('No QR code found.')).toBeVisible()
  await scan(Buffer.from('no picture'))
  await expect(page.getByText('This picture can’t be read.')).toBeVisible()
})

test('a shared profile fills the form of a new person', async ({ browser }) => {
  const page = await openBrowser(browser, server)
  const ida = { email: 'ida@people.example', password: 'a long enough password' }
  await register(server, ida)
  const text = new URLSearchParams({ title: 'Noa Berg on LinkedIn', url: 'https://www.linkedin.com/in/noa-berg-example' })
  await signIn(page, ida, `/share?${text}`)
  await page.getByRole('button', { name: 'Add as a new person' }).click()
  await expect(page.getByLabel('LinkedIn')).toHaveValue('https://www.linkedin.com/in/noa-berg-example')
  await expect(page.getByLabel('Note')).toHaveValue(/Noa Berg on LinkedIn/)
  await page.getByLabel('Name').fill('Noa Berg')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Noa Berg' })).toBeVisible()
  await page.goto(`${server.url}/share`)
  await expect(page.getByText('Nothing shared yet.')).toBeVisible()
})

test('a vCard and a CSV file are added after a look at them; who is there already is merged, and no text is lost', async ({
  browser,
}) => {
  const page = await openBrowser(browser, server)
  const ben = { email: 'ben@people.example', password: 'a long enough password' }
  await register(server, ben)
  await signIn(page, ben, '/contacts/new')
  const card = ['BEGIN:VCARD', 'VERSION:3.0', 'FN:Noa Berg', 'ORG:Harbour Labs', 'TEL:+351 21', 'END:VCARD', ''].join('\r\n')
  const open = (name: string, text: string) =>
    page.getByLabel('From a file (vCard or CSV)').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await open('noa.vcf', card)
  await page.getByLabel(/^Met at/).fill('Token2049')
  await page.getByRole('button', { name: 'Save 1 person' }).click()
  await expect(page.getByRole('link', { name: /Noa Berg/ })).toBeVisible()

  await page.getByRole('link', { name: 'Add a person' }).click()
  await open('empty.csv', 'nothing')
  await expect(page.getByText('No people found in this file.')).toBeVisible()
  await open(
    'connections.csv',
    'First Name,Last Name,Email Address,Company,Phone\nNoa,Berg,noa@x.example,Harbour Labs,+351 99\nIda,Sol,ida@x.example,Kestrel,\nIda,Sol,ida@x.example,Kestrel,\n',
  )
  await expect(page.getByText('Already in your contacts: Noa Berg')).toBeVisible()
  await expect(page.getByText('Twice in this file')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize(PHONE)
  expect(await sticksOut(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Save 2 people' }).click()
  await expect(page.getByRole('link', { name: /Ida Sol/ })).toHaveCount(1)
  await page.getByRole('link', { name: /Noa Berg/ }).click()
  await expect(page.getByText('noa@x.example')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute('href', 'tel:+35121')
  await expect(page.getByLabel('Your note')).toHaveValue('Phone: +351 99')
})
