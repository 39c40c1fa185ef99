import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { codeOf } from '#server/error-code.ts'
import { StartError } from '#server/start/preconditions.ts'

/** Raised when a release cannot read the archives of this one. */
const FORMAT = 1

const entry = (path: RegExp) => ({
  path: z.string().regex(path),
  bytes: z.number().int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
const name = z.string().regex(/^\w+$/)

/**
 * The list of everything in an archive:
 *
 *     manifest.json      this list
 *     manifest.sha256    its checksum, as `sha256sum --check` reads it
 *     tables/{table}.copy.gz    rows, as Postgres' COPY writes them
 *     files/{name}       files of the storage, unchanged
 */
const Manifest = z.object({
  format: z.literal(FORMAT),
  /** ISO instant before which every commit is in the archive. */
  at: z.iso.datetime(),
  /** The migrations that the database had, oldest first. `at` identifies one. */
  migrations: z.array(z.object({ at: z.number().int(), hash: z.string() })).min(1),
  /** A table follows all tables that it references. */
  tables: z.array(z.object({ name, columns: z.array(name), rows: z.number().int(), ...entry(/^tables\/\w+\.copy\.gz$/) })),
  /** The number that each sequence gives next. */
  sequences: z.array(z.object({ name, next: z.string().regex(/^\d+$/) })),
  files: z.array(z.object(entry(/^files\/\w[\w.-]*$/))),
  /** Files that a row names and that the storage did not have. */
  missing: z.array(z.string()),
})
export type Manifest = z.output<typeof Manifest>
export type Entry = Manifest['files'][number]

/** The manifest without what is the same in each archive. */
export type Contents = Omit<Manifest, 'format'>

/**
 * Writes a file of the archive that only its owner can read, and waits until it is on the disk.
 *
 * @throws when there is such a file
 */
export async function writeEntry(
  folder: string,
  path: string,
  content: AsyncIterable<Uint8Array> | Uint8Array[],
): Promise<Entry> {
  await mkdir(dirname(`${folder}/${path}`), { recursive: true, mode: 0o700 })
  const file = await open(`${folder}/${path}`, 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of content) {
      await file.writeFile(chunk)
      hash.update(chunk)
      bytes += chunk.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

const MANIFEST = 'manifest.json'
const CHECKSUM = 'manifest.sha256'

/** Writes the manifest: an archive without one is incomplete. */
export async function sealArchive(folder: string, contents: Contents): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...contents } satisfies Manifest, null, 1)}\n`
  const { sha256 } = await writeEntry(folder, MANIFEST, [Buffer.from(text)])
  await writeEntry(folder, CHECKSUM, [Buffer.from(`${sha256}  ${MANIFEST}\n`)])
}

/**
 * Reads an archive's manifest, and the checksum of every file that it lists.
 *
 * @throws StartError when a file is missing or was changed, or a newer release has written it
 */
export async function readArchive(folder: string): Promise<Manifest> {
  const [text, checksum] = await Promise.all([MANIFEST, CHECKSUM].map((path) => readWhole(folder, path)))
  if (text === undefined || checksum === undefined) throw damaged(folder, 'it is incomplete, or no backup')
  if (createHash('sha256').update(text).digest('hex') !== checksum.split(' ')[0]) throw damaged(folder, `${MANIFEST} was changed`)
  const content: unknown = JSON.parse(text)
  const { format } = z.object({ format: z.number() }).parse(content)
  if (format > FORMAT) throw new StartError(`${folder}: a newer release has written this backup. Restore it with that release.`)
  const manifest = Manifest.parse(content)
  for (const listed of [...manifest.tables, ...manifest.files]) {
    const fault = await faultOf(folder, listed)
    if (fault) throw damaged(folder, `${listed.path} ${fault}`)
  }
  return manifest
}

const damaged = (folder: string, reason: string) =>
  new StartError(`${folder}: the backup cannot be used, ${reason}. Take another copy of it, or an earlier backup.`)

async function readWhole(folder: string, path: string): Promise<string | undefined> {
  try {
    return await readFile(`${folder}/${path}`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined
    throw error
  }
}

async function faultOf(folder: string, { path, bytes, sha256 }: Entry): Promise<string | undefined> {
  try {
    if ((await stat(`${folder}/${path}`)).size !== bytes) return 'is not complete'
  } catch {
    return 'is missing'
  }
  const hash = createHash('sha256')
  for await (const chunk of readEntry(folder, path)) hash.update(chunk)
  return hash.digest('hex') === sha256 ? undefined : 'was changed'
}

export const readEntry = (folder: string, path: string): ReadStream => createReadStream(`${folder}/${path}`)
