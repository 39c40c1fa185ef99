import type { Page } from '@playwright/test'
import { DEADLINE_MS } from '#tests/support/until.ts'

/** What an address must show, or where it leads: a title, or none; the toast on the way; other content. */
export type Stop = {
  path: string
  at?: string | undefined
  title?: string | RegExp | undefined
  says?: string | undefined
  shows?: string | undefined
}

/**
 * Follows links of the app to one address after the other, and returns where something other than the expected content
 * is found. Inside the page, frame by frame: hundreds of addresses are checked in the time of a few.
 */
export async function walk(page: Page, stops: Stop[], { areNamed = true } = {}): Promise<string[]> {
  const readable = stops.map(({ title, at, path, ...stop }) => ({
    ...stop,
    path,
    at: at ?? path,
    title: title instanceof RegExp ? title.source : title && `^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`,
  }))
  return page.evaluate(
    async ([all, mustBeNamed, deadlineMs]) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done))
      const until = async (holds: () => boolean) => {
        const deadline = Date.now() + deadlineMs
        while (!holds() && Date.now() < deadline) await frame()
        return holds()
      }
      const head = () => document.querySelector('main h1')?.textContent?.trim()
      // Only the landing page has the title of the site.
      const isNamed = () => !mustBeNamed || document.title.endsWith(' · Latchkey') || location.pathname === '/'
      const wrong: string[] = []
      for (const { path, at, title, says, shows } of all) {
        const isThere = () =>
          location.pathname + location.search === at &&
          (title ? new RegExp(title).test(head() ?? '') : !head()) &&
          isNamed() &&
          (!shows || document.querySelector(shows) !== null)
        history.pushState({}, '', path)
        if (says && !(await until(() => document.body.textContent.includes(says)))) wrong.push(`${path} does not say ${says}`)
        // For several frames in a row: the previous page may have looked alike, and content that only flashes does not count.
        let frames = 0
        const stays = () => {
          frames = isThere() ? frames + 1 : 0
          return frames >= 4
        }
        if (!(await until(stays)))
          wrong.push(`${path} shows ${head() ?? 'no title'}, "${document.title}", at ${location.pathname}${location.search}`)
      }
      return wrong
    },
    [readable, areNamed, DEADLINE_MS] as const,
  )
}
