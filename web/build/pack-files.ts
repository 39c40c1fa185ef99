import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { ManifestTransform } from 'workbox-build'
import type { Pack } from '#web/service-worker/packed-files.ts'

/** About 60 kB each after compression: a lost connection costs at most one of them, and a new build leaves some unchanged. */
const PACKS = 6

/** A worker's script takes its security policy from its own reply. */
const isWorker = /-worker-[^/]*\.js$/

type Entry = Parameters<ManifestTransform>[0][number]

/**
 * Replaces the scripts in the service worker's list by a few packs of them. What the page names itself stays separate: browsers keep
 * the compiled code of scripts that are stored as they came, and every launch needs these.
 *
 * @param folder  of the build
 */
export function packFiles(folder: string): ManifestTransform {
  return async (entries) => {
    const page = await readFile(`${folder}/index.html`, 'utf8')
    const nameOf = await readNames(folder)
    const isPacked = ({ url }: Entry) =>
      /^assets\/.*\.js$/.test(url) && !isWorker.test(url) && !page.includes(`"/${url}"`) && nameOf(url) !== undefined
    const groups = Map.groupBy(entries.filter(isPacked), ({ url }) => groupOf(nameOf(url) ?? url))
    const packs = await Promise.all(
      [...groups].sort(([one], [other]) => one - other).map(([, files]) => writePack(folder, files)),
    )
    return { manifest: [...entries.filter((entry) => !isPacked(entry)), ...packs], warnings: [] }
  }
}

/** The name of a file without the hash of its content: its source, or the name of its chunk. */
async function readNames(folder: string): Promise<(url: string) => string | undefined> {
  const manifest: Record<string, { file: string; src?: string; name?: string }> = JSON.parse(
    await readFile(`${folder}/.vite/manifest.json`, 'utf8'),
  )
  const names = new Map(Object.values(manifest).map(({ file, src, name }) => [file, src ?? name]))
  return (url) => names.get(url)
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
