import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { CHUNK_SIZE } from '#shared/sync/protocol.ts'
import { makeInvestors, makeStats } from '#tests/support/samples/make-investors.ts'

/** Answers a page's public lane with the given number of made-up investors, in chunks as the server cuts them. */
export async function withInvestors(page: Page, count: number) {
  const investors = makeInvestors(count)
  const parts = new Map<string, string>()
  const add = (put: object) => {
    const text = JSON.stringify({ put })
    parts.set(createHash('sha256').update(text).digest('hex'), text)
  }
  for (let at = 0; at < count; at += CHUNK_SIZE) add({ investors: investors.slice(at, at + CHUNK_SIZE) })
  add({ stats: makeStats(investors) })

  const fence = { epoch: 'abcdef0123456789', cursor: '1000' }
  await page.route(/\/api\/sync\/directory/, async (route) => {
    const { pathname } = new URL(route.request().url())
    const part = parts.get(pathname.split('/').pop() ?? '')
    if (part) return route.fulfill({ contentType: 'application/json', body: part })
    if (pathname.endsWith('/snapshot')) return route.fulfill({ json: { ...fence, parts: [...parts.keys()] } })
    return route.fulfill({ json: { ...fence, put: {}, del: {} } })
  })
}
