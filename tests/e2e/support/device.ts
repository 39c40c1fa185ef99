import { mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { DEADLINE_MS, until } from '#tests/support/until.ts'
import { browserPath, CHROMIUM_ARGS } from './launch.ts'
import { KEEPS_APP, withoutPopup } from './quiet.ts'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 800 }

/** A device that keeps its storage: its browser can be ended and started again, with or without a network. */
export type Device = {
  page: Page
  /** The folder with everything that its browser stores. */
  profile: string
  context: BrowserContext
  /** Ends the browser and starts it again on the same profile. */
  relaunch: (options?: { isOffline?: boolean }) => Promise<Page>
  /**
   * Ends all processes of the browser immediately, as the system does to an app that uses too much. `relaunch` starts it again.
   */
  kill: (options?: { isOffline?: boolean }) => Promise<Page>
  dispose: () => Promise<void>
}

type DeviceOptions = {
  viewport?: { width: number; height: number }
  /**
   * The browser as users have it, with everything that it writes beside the page, at 1.5 times the processor time: to be killed,
   * to be searched byte by byte, to install an app. Otherwise the headless shell, which stores everything that a page may store.
   */
  isWhole?: boolean
}

export async function openDevice(baseURL: string, { viewport = PHONE, isWhole = false }: DeviceOptions = {}): Promise<Device> {
  const profile = mkdtempSync(`${tmpdir()}/latchkey-device-`)
  const launch = (isOffline: boolean) =>
    chromium.launchPersistentContext(profile, {
      baseURL,
      viewport,
      // A phone's scrollbars lie over the page and take no space of it.
      isMobile: viewport.width < 600,
      hasTouch: viewport.width < 600,
      offline: isOffline,
      executablePath: isWhole ? process.env.CHROMIUM_PATH : browserPath(),
      args: CHROMIUM_ARGS,
      // The entries of an installed app in the menus of the system are removed with the profile.
      env: { ...process.env, XDG_DATA_HOME: `${profile}/data` },
      ...KEEPS_APP,
      permissions: ['clipboard-read', 'clipboard-write'],
    })

  const device = { profile } as Device
  const open = async (isOffline: boolean) => {
    device.context = await launch(isOffline)
    await withoutPopup(device.context)
    device.context.setDefaultTimeout(DEADLINE_MS)
    device.page = device.context.pages()[0] ?? (await device.context.newPage())
    return device.page
  }
  device.relaunch = async ({ isOffline = false } = {}) => {
    await device.context.close()
    return open(isOffline)
  }
  device.kill = async ({ isOffline = false } = {}) => {
    const closed = new Promise((done) => device.context.once('close', done))
    process.kill(browserProcess(profile), 'SIGKILL')
    await closed
    return open(isOffline)
  }
  device.dispose = async () => {
    await device.context.close()
    rmSync(profile, { recursive: true, force: true })
  }
  await open(false)
  return device
}

/** A profile names the process that has it open: `machine-4711`. */
function browserProcess(profile: string): number {
  const id = Number(readlinkSync(`${profile}/SingletonLock`).split('-').at(-1))
  if (!id) throw new Error('No process has this profile open.')
  return id
}

/** What the pill shows once all data is here, in browsers that keep the app and in those that do not. */
export const UP_TO_DATE = /^(?:Ready offline|Up to date)$/

/**
 * Waits until the app may be relaunched without a network: the service worker controls the page and the directory is complete.
 */
export async function untilReadyOffline(page: Page) {
  // The worker first stores the files of the app.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: DEADLINE_MS })
  await page.getByText('Ready offline').first().waitFor()
}

/** Until a launch has nothing to tokenise: each chunk of investors has its words. Those of the first are stored after the last chunk. */
export async function untilWordsAreStored(page: Page) {
  // Not `waitForFunction`: it takes a promise for a result that holds.
  await until(() =>
    page.evaluate(
      () =>
        new Promise<boolean>((done) => {
          const opening = indexedDB.open('latchkey-directory')
          opening.onsuccess = () => {
            const transaction = opening.result.transaction(['parts', 'words'])
            const chunks = transaction.objectStore('parts').getAll()
            const words = transaction.objectStore('words').count()
            transaction.oncomplete = () => {
              opening.result.close()
              const withInvestors = chunks.result.filter(({ text }) => text.includes('"investors":['))
              done(withInvestors.length > 0 && words.result >= withInvestors.length)
            }
          }
        }),
    ),
  )
}

/**
 * Stops the page's service worker while another one waits to take its place. Chromium activates the next worker once the
 * present one is idle, and otherwise after up to five minutes. In about one run of ten under load it stays in that state for
 * over a minute; stopping the present worker ends it. The worker then has no open event of its own (each `waitUntil` and
 * `respondWith` was recorded in 3 of 48 runs that stopped so), so the cause lies in the browser and its debugger.
 */
export async function stopReplacedWorker(page: Page) {
  const isWaiting = await page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))
  if (!isWaiting) return
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

/** The manifest of the app, as far as tests read it. */
export type Manifest = {
  start_url: string
  shortcuts: { name: string; url: string }[]
  share_target: {
    action: string
    method: string
    params: Record<'title' | 'text' | 'url', string> & { files: { name: string; accept: string[] }[] }
  }
}
export const readManifest = (page: Page) =>
  page.evaluate<Manifest>(`fetch(document.querySelector('link[rel=manifest]').href).then((reply) => reply.json())`)

/** Sends the form that the system sends for shared content. */
export async function share(page: Page, { share_target }: Manifest, shared: { title: string; url?: string; cards?: string[] }) {
  const { action, method, params } = share_target
  const texts = { [params.title]: shared.title, [params.url]: shared.url ?? '' }
  const send = ({
    action,
    method,
    texts,
    cards,
    name,
  }: Record<'action' | 'method' | 'name', string> & { texts: object; cards: string[] }) => {
    const form = Object.assign(document.createElement('form'), { action, method, enctype: 'multipart/form-data' })
    const fields = Object.entries(texts).map(([name, value]) => Object.assign(document.createElement('input'), { name, value }))
    const files = new DataTransfer()
    for (const card of cards) files.items.add(new File([card], 'card.vcf', { type: 'text/vcard' }))
    const input = Object.assign(document.createElement('input'), { name, type: 'file', multiple: true, files: files.files })
    form.append(...fields, ...(cards.length > 0 ? [input] : []))
    document.body.append(form)
    form.submit()
  }
  await page.evaluate(send, { action, method, texts, cards: shared.cards ?? [], name: params.files[0]?.name ?? '' })
}

/** A contact card of another app, with a tag. */
export const card = (name: string) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nCATEGORIES:Lisbon\r\nEND:VCARD\r\n`

/** Wakes the worker as the browser does periodically, with no page of the app open. */
export async function refreshInBackground(url: string, page: Page) {
  const session = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${url}/`)
      if (own) resolve(own.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.dispatchPeriodicSyncEvent', {
    origin: `${url}/`,
    registrationId: await found,
    tag: 'latchkey-refresh',
  })
}
