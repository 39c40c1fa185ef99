import { DESKTOP, type Device, openDevice, untilReadyOffline } from './device.ts'
import { fillCard, startPayment } from './pay.ts'
import { startProduct } from './server.ts'

/**
 * Takes the pictures of the README and of the install dialog from the running
 * product, after `vite build`:
 *
 * bun tests/e2e/support/screenshots.ts
 */
const FOLDER = `${import.meta.dirname}/../../../web/public/screenshots`
const INVESTOR = { id: 'rec1xBsyPcZWn6QTr', price: '$25' }

const shoot = ({ page }: Device, name: string) => page.screenshot({ path: `${FOLDER}/${name}.png` })

async function browse(device: Device) {
  await device.page.goto('/vcs')
  await untilReadyOffline(device.page)
  await device.page.getByRole('article').first().waitFor()
}

async function unlock({ page }: Device) {
  await page.goto(`/vc/${INVESTOR.id}`)
  await page.getByRole('button', { name: `Connect - ${INVESTOR.price}` }).click()
  const dialog = page.getByRole('dialog')
  await startPayment(dialog)
  await fillCard(dialog, '4242 4242 4242 4242')
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`/contacts/${INVESTOR.id}`)
  await page.getByText('@marit_moretti').first().waitFor()
}

const product = await startProduct()
const [phone, desktop] = [
  await openDevice(product.url, { isWhole: true }),
  await openDevice(product.url, { viewport: DESKTOP, isWhole: true }),
]
try {
  await browse(phone)
  await shoot(phone, 'narrow')
  await browse(desktop)
  await shoot(desktop, 'wide')
  await unlock(phone)
  await shoot(phone, 'contact')
} finally {
  await phone.dispose()
  await desktop.dispose()
  await product.dispose()
}
