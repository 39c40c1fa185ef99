import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { ManifestTransform } from 'workbox-build'
import { BUILD_MANIFEST, readScreenScripts } from '#shared/build/screen-scripts.ts'
import type { Pack } from '#web/service-worker/packed-files.ts'
import type { Shell } from '#web/service-worker/screen-page.ts'

/** About 60 kB each after compression: a lost connection costs at most one of them, and a new build leaves some unchanged. */
const PACKS = 6

/** A worker's script takes its security policy from its own reply. */
const isWorker = /-worker-[^/]*\.js$/

type Entry = Parameters<ManifestTransform>[0][number]

/**
 * Replaces the scripts in the service worker's list by a few packs of them. What the page names itself stays separate: browsers keep
 * the compiled code of scripts that are stored as they came, and every launch needs these. The page's entry names the scripts of each
 * screen.
 *
 * @param folder  of the build
 */
export function packFiles(folder: string): ManifestTransform {
  return async (entries) => {
    const page = await readFile(`${folder}/index.html`, 'utf8')
    const manifest = await readFile(`${folder}${BUILD_MANIFEST}`, 'utf8')
    const nameOf = readNames(manifest)
    const isPacked = ({ url }: Entry) =>
      /^assets\/.*\.js$/.test(url) && !isWorker.test(url) && !page.includes(`"/${url}"`) && nameOf(url) !== undefined
    const groups = Map.groupBy(entries.filter(isPacked), ({ url }) => groupOf(nameOf(url) ?? url))
    const packs = await Promise.all(
      [...groups].sort(([one], [other]) => one - other).map(([, files]) => writePack(folder, files)),
    )
    const withScreens = (entry: Entry) =>
      entry.url === 'index.html' ? { ...entry, screens: listScreens(manifest, packs) } : entry
    return { manifest: [...entries.filter((entry) => !isPacked(entry)).map(withScreens), ...packs], warnings: [] }
  }
}

/** The name of a file without the hash of its content: its source, or the name of its chunk. */
function readNames(manifest: string): (url: string) => string | undefined {
  const chunks: Record<string, { file: string; src?: string; name?: string }> = JSON.parse(manifest)
  const names = new Map(Object.values(chunks).map(({ file, src, name }) => [file, src ?? name]))
  return (url) => names.get(url)
}

/** By screen, the scripts that it imports and that are packed, as places in the list of all packed files. */
function listScreens(manifest: string, packs: readonly Pack[]): Shell['screens'] {
  const files = packs.flatMap((pack) => pack.files.map(([path]) => path))
  const places = new Map(files.map((path, place) => [path, place]))
  return [...readScreenScripts(manifest)].map(([screen, scripts]) => [screen, scripts.flatMap((path) => places.get(path) ?? [])])
}

/** The same for a file in each build, so that a change of one file leaves the packs of others as they are. */
const groupOf = (name: string) => createHash('sha256').update(name).digest().readUInt32BE() % PACKS

async function writePack(folder: string, entries: Entry[]): Promise<Entry & Pack> {
  const parts = await Promise.all(
    entries.map(async ({ url }) => ({ path: `/${url}`, content: await readFile(`${folder}/${url}`) })),
  )
  parts.sort((one, other) => (one.path < other.path ? -1 : 1))
  const content = Buffer.concat(parts.map((part) => part.content))
  const url = `assets/${createHash('sha256').update(content).digest('base64url').slice(0, 10)}.pack`
  await writeFile(`${folder}/${url}`, content)
  return { url, revision: null, size: content.length, files: parts.map((part) => [part.path, part.content.length]) }
}
