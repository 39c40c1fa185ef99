import { preloading } from '#shared/build/preloading.ts'
import { screenAt } from '#shared/screens.ts'
import { type Pack, packsIn } from './packed-files.ts'

/** The entry of the app's page in the build's list. Scripts of a screen are places in the list of all packed files. */
export type Shell = { screens: [screen: string, scripts: number[]][] }

const isShell = (entry: object): entry is Shell => 'screens' in entry

/**
 * The page of the app for one path, which names the scripts of its screen, as the page of the server does: a script finds its imports
 * only when it has arrived, and with these a launch requests all of them at once.
 *
 * @param entries  the build's list
 * @returns  makes that page of the stored one
 */
export function createScreenPages(entries: readonly object[]): (page: Response, pathname: string) => Promise<Response> {
  const files = packsIn(entries).flatMap((pack: Pack) => pack.files.map(([path]) => path))
  const screens = new Map(entries.filter(isShell).flatMap((shell) => shell.screens))
  return async (page, pathname) => {
    const scripts = (screens.get(screenAt(pathname) ?? '') ?? []).flatMap((place) => files[place] ?? [])
    if (scripts.length === 0) return page
    const headers = new Headers(page.headers)
    // They describe the bytes of the stored page.
    for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
    return new Response(preloading(await page.text(), scripts), { status: page.status, headers })
  }
}
