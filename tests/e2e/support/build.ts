import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'

const dist = new URL('../../../web/dist', import.meta.url).pathname

/**
 * The path of a file of the built app: `/assets/DaC5UnG.js`. Read when it is called, because the build runs before the tests.
 *
 * @param source  its module, or the route that it was split off from, in relation to `web`
 */
export function builtFile(source: string): string {
  const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')) as Record<string, { file: string }>
  const chunk = manifest[source] ?? manifest[`${source}?tsr-split=component`]
  if (!chunk) throw new Error(`no chunk of ${source}`)
  return `/${chunk.file}`
}

/** The built app as a later build would leave it: one of its chunks has another content, and therefore another name. */
export function nextBuild(source: string): { folder: string; was: string } {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-build-`)
  // Precompressed copies would still contain the old name.
  cpSync(dist, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const was = builtFile(source).replace('/assets/', '')
  const is = 'NextBuild.js'
  renameSync(`${folder}/assets/${was}`, `${folder}/assets/${is}`)
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|html)$/.test(path)) continue
    const text = readFileSync(`${folder}/${path}`, 'utf8')
    if (text.includes(was)) writeFileSync(`${folder}/${path}`, text.replaceAll(was, is))
  }
  return { folder, was }
}
