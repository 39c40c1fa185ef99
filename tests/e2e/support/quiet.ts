import type { BrowserContext } from '@playwright/test'

/** A session that has answered the early-access popup, for tests about something else. */
export const withoutPopup = (context: BrowserContext) =>
  context.addInitScript(() => {
    // Not in a page without an origin, such as about:blank.
    if (location.protocol.startsWith('http')) sessionStorage.setItem('latchkeyEarly', 'seen')
  })

/**
 * For tests that never go offline, given to `test.use`: their browsers do not fetch and store the app's hundred files,
 * which costs more than most of such tests do.
 */
export const ONLINE = { serviceWorkers: 'block' } as const

/** One device among them that does go offline. */
export const KEEPS_APP = { serviceWorkers: 'allow' } as const
