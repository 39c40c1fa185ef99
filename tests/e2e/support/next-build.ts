import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'

const dist = new URL('../../../web/dist', import.meta.url).pathname

/** The built app as a later build would leave it: one of its chunks has another content, and therefore another name. */
export function nextBuild(chunk: RegExp): { folder: string; was: string } {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-build-`)
  // Precompressed copies would still contain the old name.
  cpSync(dist, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const was = readdirSync(`${folder}/assets`).find((name) => chunk.test(name))
  if (!was) throw new Error(`no chunk ${chunk}`)
  const is = was.replace(/-[^-]+\.js$/, '-NextBuild.js')
  renameSync(`${folder}/assets/${was}`, `${folder}/assets/${is}`)
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|html)$/.test(path)) continue
    const text = readFileSync(`${folder}/${path}`, 'utf8')
    if (text.includes(was)) writeFileSync(`${folder}/${path}`, text.replaceAll(was, is))
  }
  return { folder, was }
}
