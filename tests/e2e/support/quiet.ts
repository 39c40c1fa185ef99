import type { BrowserContext } from '@playwright/test'

/** A session that has answered the early-access popup, for tests about something else. */
export const withoutPopup = (context: BrowserContext) =>
  context.addInitScript(() => {
    // Not in a page without an origin, such as about:blank.
    if (location.protocol.startsWith('http')) sessionStorage.setItem('latchkeyEarly', 'seen')
  })
