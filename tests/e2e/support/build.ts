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

/** Each script of the built app, by its path. */
export const builtScripts = (): Map<string, string> =>
  new Map(listBuilt(dist, /^assets\/.*\.js$/).map((path) => [`/${path}`, readFileSync(`${dist}/${path}`, 'utf8')]))

/** The built app as a later build would leave it: one of its chunks has another content, and therefore another name. */
export function nextBuild(source: string): { folder: string; was: string } {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-build-`)
  // Precompressed copies would still contain the old name.
  cpSync(dist, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const was = builtFile(source).replace('/assets/', '')
  // Names of one length: a file of a pack stays in its place.
  const renamed = new Map([[was, `${was.slice(0, -10)}NextOne.js`]])
  for (const pack of listBuilt(folder, /\.pack$/)) {
    if (readFileSync(`${folder}/${pack}`, 'latin1').includes(was)) {
      const name = pack.replace('assets/', '')
      renamed.set(name, `Next${name.slice(4)}`)
    }
  }
  for (const [name, next] of renamed) renameSync(`${folder}/assets/${name}`, `${folder}/assets/${next}`)
  for (const path of listBuilt(folder, /\.(js|html|pack)$/)) {
    const before = readFileSync(`${folder}/${path}`, 'latin1')
    const after = [...renamed].reduce((text, [name, next]) => text.replaceAll(name, next), before)
    if (after !== before) writeFileSync(`${folder}/${path}`, after, 'latin1')
  }
  return { folder, was }
}

const listBuilt = (folder: string, kind: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => kind.test(path))
