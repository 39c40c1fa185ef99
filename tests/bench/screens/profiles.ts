import type { Page } from 'playwright'
import { DESKTOP, PHONE } from '#tests/e2e/support/device.ts'

/** Of a phone of the middle class on 4G, as Lighthouse simulates it. */
const SLOW_4G = { latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }

export type Profile = { name: string; viewport: typeof PHONE; slowdown: number; network?: typeof SLOW_4G }

export const PROFILES: Profile[] = [
  { name: 'desktop', viewport: DESKTOP, slowdown: 1 },
  { name: 'phone', viewport: PHONE, slowdown: 4, network: SLOW_4G },
]

/** Slows a page down as its profile says. @param isOffline  whether no network is used anyway */
export async function slowDown(page: Page, { slowdown, network }: Profile, isOffline = false) {
  const session = await page.context().newCDPSession(page)
  if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (network && !isOffline) await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
}
