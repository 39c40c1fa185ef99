import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import ICAL from 'ical.js'
import Papa from 'papaparse'
import { openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { countSteps } from '#tests/e2e/support/count-steps.ts'
import { DESKTOP, PHONE, readManifest, share, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { ONLINE } from '#tests/e2e/support/quiet.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'
import { photoOfCode } from '#tests/support/samples/photo-of-code.ts'

const ada = { email: 'ada@conference.example', password: 'a long enough password' }
const numbered = (count: number, name: string) => Array.from({ length: count }, (_, nth) => `${name} ${nth + 1}`)
const [LISTED, CARDS, TYPED] = [numbered(20, 'Lena'), numbered(5, 'Carl'), ['Noa Berg', 'Liv Aalto', 'Ben Ode']]
const EVERYBODY = [...LISTED, ...CARDS, ...TYPED, 'Quinn Code', 'Shay Link']
const TABLE = `First Name,Last Name,Company\n${LISTED.map((name) => `${name.replace(' ', ',')},Harbour Labs`).join('\n')}\n`
const VCARDS = CARDS.map((name) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nORG:Kestrel\r\nEND:VCARD\r\n`).join('')

test.use(ONLINE)

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct()
  await register(server, ada)
})
test.afterAll(() => server.dispose())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const notes = (page: Page) => page.getByRole('region', { name: 'Dated notes' })
const column = (page: Page, name: string) => page.getByRole('region', { name })

async function openForm(page: Page) {
  await page.goto('/contacts/new')
  await expect(heading(page, 'Add a person')).toBeVisible()
}

/** A thumb reaches it without a scroll: the lower half of the screen. */
async function expectInReach(control: Locator) {
  const { y = 0, height = 0 } = (await control.boundingBox()) ?? {}
  expect(y).toBeGreaterThan(PHONE.height / 2)
  expect(y + height).toBeLessThan(PHONE.height)
}

async function openFile(page: Page, name: string, text: string, count: number) {
  await openForm(page)
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
  await page.getByLabel('From a file (vCard or CSV)').setInputFiles(file)
  await page.getByLabel(/^Met at/).fill('Token2049')
  await page.getByRole('button', { name: `Save ${count} people` }).click()
  await expect(heading(page, 'Contacts')).toBeVisible()
}

async function openPerson(page: Page, name: string) {
  await page.goto('/contacts')
  await page.getByLabel('Search contacts').fill(name)
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(heading(page, name)).toBeVisible()
}

async function editNote(page: Page, text: string) {
  await notes(page)
    .getByRole('button', { name: /^Edit the note/ })
    .click()
  await notes(page).getByLabel('Note', { exact: true }).fill(text)
  await notes(page).getByRole('button', { name: 'Done' }).click()
  await expect(notes(page).getByRole('button', { name: 'Done' })).toHaveCount(0)
}

async function move(page: Page, name: string, stage: string) {
  await page.goto('/raise')
  await page.getByRole('button', { name: `Move ${name} to` }).click()
  await page.getByRole('dialog').getByRole('button', { name: stage, exact: true }).click()
  await expect(column(page, stage).getByRole('article', { name })).toHaveCount(1)
}

async function exported(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFileSync(await (await download).path(), 'utf8')
}

test('thirty people met without a network, a note and a move of two devices: everything is on both, and opens elsewhere', async ({
  browser,
}) => {
  const phone = await openBrowser(browser, server, { keepsApp: true })
  await phone.setViewportSize(PHONE)
  const steps = await countSteps(phone)
  await signIn(phone, ada, '/contacts/new')
  const manifest = await readManifest(phone)
  await untilReadyOffline(phone)
  await phone.context().setOffline(true)

  await openFile(phone, 'connections.csv', TABLE, LISTED.length)
  await openFile(phone, 'cards.vcf', VCARDS, CARDS.length)
  await openForm(phone)
  const code = await photoOfCode('MECARD:N:Code,Quinn;ORG:Sable;;')
  await phone.getByLabel('Scan a QR code').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: code })
  await expect(phone.getByLabel('Name')).toHaveValue('Quinn Code')
  await phone.getByRole('button', { name: 'Save person' }).click()
  await expect(heading(phone, 'Quinn Code')).toBeVisible()
  // The share sheet sends a POST, which the service worker answers.
  await share(phone, manifest, { title: 'Shay Link', url: 'https://www.linkedin.com/in/shay-link-example' })
  await expect(phone).toHaveURL(`${server.url}/share`)
  await phone.getByRole('button', { name: 'Add as a new person' }).click()
  await phone.getByLabel('Name').fill('Shay Link')
  await phone.getByRole('button', { name: 'Save person' }).click()
  await expect(heading(phone, 'Shay Link')).toBeVisible()
  await phone.goto('/contacts')
  await expect(phone.getByText(/ of 27 contacts/)).toBeAttached()
  await phone.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expectInReach(phone.getByRole('link', { name: 'Add a person' }))
  // Under ten seconds: from the list to a person who is stored, two presses and one field.
  const before = steps()
  await phone.getByRole('link', { name: 'Add a person' }).click()
  await expectInReach(phone.getByRole('button', { name: 'Save person' }))
  const [first = '', ...others] = TYPED
  await phone.getByLabel('Name').fill(first)
  await phone.getByRole('button', { name: 'Save person' }).click()
  await expect(heading(phone, first)).toBeVisible()
  const after = steps()
  expect({ presses: after.presses - before.presses, fields: after.fields - before.fields }).toEqual({ presses: 2, fields: 1 })
  await openForm(phone)
  for (const name of others) {
    await phone.getByLabel('Name').fill(name)
    await phone.getByRole('button', { name: 'Save and add another' }).click()
    await expect(phone.getByLabel('Name')).toHaveValue('')
  }
  await openPerson(phone, 'Noa Berg')
  await notes(phone).getByLabel('New note').fill('Lead: Jana. Up to 2M.')
  await notes(phone).getByRole('button', { name: 'Add a note' }).click()
  await expect(notes(phone).getByText('Lead: Jana. Up to 2M.')).toBeVisible()
  await phone.context().setOffline(false)

  const laptop = await openBrowser(browser, server, { keepsApp: true })
  await laptop.setViewportSize(DESKTOP)
  await signIn(laptop, ada, '/contacts')
  await expect(laptop.getByText(`${EVERYBODY.length} of ${EVERYBODY.length} contacts`)).toBeAttached()
  await openPerson(laptop, 'Noa Berg')
  await expect(notes(laptop).getByText('Lead: Jana. Up to 2M.')).toBeVisible()
  await untilReadyOffline(laptop)

  for (const page of [phone, laptop]) await page.context().setOffline(true)
  await editNote(phone, 'Lead: Jana Novak. Up to 2M.')
  await editNote(laptop, 'Lead: Jana. Up to 2M, in May.')
  await move(phone, 'Noa Berg', 'In talks')
  await move(laptop, 'Liv Aalto', 'Replied')
  for (const page of [phone, laptop]) await page.context().setOffline(false)
  for (const page of [phone, laptop]) {
    await expect(column(page, 'In talks').getByRole('article', { name: 'Noa Berg' })).toHaveCount(1)
    await expect(column(page, 'Replied').getByRole('article', { name: 'Liv Aalto' })).toHaveCount(1)
    await openPerson(page, 'Noa Berg')
    await expect(notes(page).getByText('Lead: Jana Novak. Up to 2M, in May.', { exact: true })).toBeVisible()
  }

  await laptop.goto('/contacts')
  await expect(laptop.getByText(`${EVERYBODY.length} of ${EVERYBODY.length} contacts`)).toBeAttached()
  const cards = ICAL.parse(await exported(laptop, 'Save all as vCards')) as unknown[][]
  const names = cards.map((card) => String(new ICAL.Component(card as never).getFirstPropertyValue('fn')))
  expect(names.sort()).toEqual(EVERYBODY.toSorted())
  const { data, errors } = Papa.parse<Record<string, string>>(await exported(laptop, 'Save all as CSV'), { header: true })
  expect([errors, data.map(({ name }) => name).sort()]).toEqual([[], EVERYBODY.toSorted()])
  expect(data.find(({ name }) => name === 'Noa Berg')).toMatchObject({
    ...{ stage: 'In talks', datedNotes: expect.stringContaining('Lead: Jana Novak. Up to 2M, in May.') },
  })
})
