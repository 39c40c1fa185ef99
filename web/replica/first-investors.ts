import type { Investor } from '#shared/directory/contract.ts'
import { FIRST_INVESTORS } from '#shared/directory/first-investors.ts'

let given: Investor[] | undefined

/** For the server, which renders a screen without a page (`web/app/first-screen/`). */
export const giveFirstInvestors = (investors: Investor[]) => {
  given = investors
}

let read: { from: Element; investors: Investor[] } | undefined

/**
 * Investors that the server wrote into this page: they are shown until the directory has arrived. Another page of the app has
 * none (`leavePage`), nor has a page that the service worker served.
 */
export function firstInvestors(): Investor[] | undefined {
  const element = globalThis.document?.getElementById(FIRST_INVESTORS)
  if (!element) return given
  if (read?.from !== element) read = { from: element, investors: JSON.parse(element.textContent ?? '[]') }
  return read.investors
}
