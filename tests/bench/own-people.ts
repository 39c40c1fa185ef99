import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createBenchAccount } from './own-people/account.ts'
import { type Cost, measurePulls, writeNote } from './own-people/pulls.ts'
import { measureScreens } from './own-people/screens.ts'
import { buildApp, launchBrowser, startServer } from './start.ts'

/**
 * A founder at a conference: 5,000 own people with 20,000 dated notes, beside 5 people with 20 notes in the same run. First the
 * server, then the built app in Chromium on a desktop and on a phone (processor slowed four times), without a network.
 *
 * bun tests/bench/own-people.ts [people] [notes] [server | device]
 */
const [people = 5000, notes = 19_900] = process.argv.slice(2, 4).map(Number)
const part = process.argv[4]

const print = (line: string) => process.stdout.write(`${line}\n`)
const folder = mkdtempSync(`${tmpdir()}/latchkey-own-people-`)
const web = `${folder}/web`
if (part !== 'server') buildApp(web)
const server = await startServer(50, web, `${folder}/data`)
const browser = part === 'server' ? undefined : await launchBrowser()

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(8)} KB`
const cell = ({ ms, nodeMs, requests, up, down }: Cost) =>
  `${ms.toFixed(1).padStart(8)} ms, ${nodeMs.toFixed(0).padStart(4)} ms of the node, ${requests} requests, ${kb(up)} up, ${kb(down)} down`
const ratio = (many: number, few: number) => `${(many / few).toFixed(1).padStart(6)} ×`

try {
  const account = (name: string, sizes: { people: number; entries: number }) =>
    createBenchAccount(server.url, `${folder}/data`, name, sizes)
  const few = await account('few', { people: 5, entries: 20 })
  const many = await account('many', { people, entries: notes })
  if (part !== 'device') {
    const [least, most] = [await measurePulls(server.pid, few), await measurePulls(server.pid, many)]
    for (const [what, cost] of Object.entries(most)) {
      const base = least[what] ?? cost
      print(`${what}\n  few  ${cell(base)}\n  many ${cell(cost)} ${ratio(cost.ms, base.ms)}`)
    }
  }
  if (browser) {
    const least = await measureScreens(browser, server.url, few, (text) => writeNote(few, text))
    const most = await measureScreens(browser, server.url, many, (text) => writeNote(many, text))
    for (const [screen, figures] of Object.entries(most)) {
      print(screen)
      for (const [what, ms] of Object.entries(figures)) {
        const base = least[screen]?.[what] ?? Number.NaN
        print(
          `  ${what.padEnd(24)} few ${base.toFixed(0).padStart(6)} ms   many ${ms.toFixed(0).padStart(6)} ms ${ratio(ms, base)}`,
        )
      }
    }
  }
} finally {
  await browser?.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
