import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { OpenDatabase, Sql } from '#server/database/client.ts'
import { StartError } from '#server/start/preconditions.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type Contents, type Entry, sealArchive, writeEntry } from './archive.ts'
import {
  type Connection,
  listApplied,
  listSequences,
  listTables,
  OF_EPOCH,
  parentsFirst,
  quoted,
  setSession,
  type Table,
} from './catalogue.ts'
import { isStillNamed, listNamedFiles, type NamedFile } from './stored-files.ts'

export type BackUpDeps = {
  database: Pick<OpenDatabase, 'openSingle'>
  storage: Pick<Storage, 'get'>
  now: () => Date
  /** How long an upload that has just begun may take. */
  uploadMs?: number
}

const UPLOAD_MS = 10_000
const RETRY_MS = 250

/**
 * Copies the database and the files that it names into a new folder. All tables are read in one snapshot: the server may run and
 * write. The keyring is a table, so the archive contains the keys.
 *
 *     {folder}.unfinished-… ──tables──► files ──► manifest ──rename──► {folder}
 *
 * @throws StartError when the folder exists, the database is not the product's, or the storage is another one
 */
export async function backUp(deps: BackUpDeps, folder: string): Promise<Contents> {
  const target = resolve(folder)
  if (existsSync(target))
    throw new StartError(`${target} exists already. Name a folder that does not exist: a backup overwrites none.`)
  const unfinished = `${target}.unfinished-${randomUUID().slice(0, 8)}`
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const sql = deps.database.openSingle()
  try {
    const at = deps.now().toISOString()
    const { named, ...rows } = await copyTables(sql, unfinished)
    const files = await copyFiles(deps, sql, named, unfinished)
    const contents = { at, ...rows, ...files }
    await sealArchive(unfinished, contents)
    await rename(unfinished, target)
    await flushFolder(dirname(target))
    return contents
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/**
 * Records when a backup was completed, for the alert about one that is missing. A role that only reads, a standby and a database of
 * an earlier release do not take it: the backup is complete all the same.
 *
 * @returns whether it was recorded
 */
export const recordBackup = (sql: Sql, at: string): Promise<boolean> =>
  sql`insert into operator_alerts (kind, done_at) values ('backup', ${at})
    on conflict (kind) do update set done_at = excluded.done_at`.then(
    () => true,
    () => false,
  )

/** Writes what the folder contains to the disk: a power cut does not undo the rename. */
async function flushFolder(path: string) {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

type Copied = Omit<Contents, 'at' | 'files' | 'missing'> & { named: NamedFile[] }

/**
 * Copies the tables in one snapshot.
 *
 * A file that cannot be written ends a COPY in the middle, and the driver then reports that the transaction cannot be rolled back:
 * the first error is thrown in its place.
 */
async function copyTables(sql: Sql, folder: string): Promise<Copied> {
  const faults: unknown[] = []
  const copy = (tx: Connection) =>
    copyInSnapshot(tx, folder).catch((error) => {
      faults.push(error)
      throw error
    })
  return sql.begin('isolation level repeatable read read only', copy).catch((error) => {
    throw faults[0] ?? error
  }) as Promise<Copied>
}

async function copyInSnapshot(tx: Pick<Sql, 'unsafe'>, folder: string): Promise<Copied> {
  await setSession(tx)
  const migrations = await listApplied(tx)
  if (migrations.length === 0) throw new StartError('The database has no tables of Latchkey. There is nothing to back up.')
  const copied = parentsFirst(await listTables(tx)).filter(({ name }) => !OF_EPOCH.includes(name))
  const tables: Contents['tables'] = []
  for (const table of copied) tables.push(await copyTable(tx, table, folder))
  return { migrations, tables, sequences: await listSequences(tx), named: await listNamedFiles(tx, copied) }
}

async function copyTable(tx: Pick<Sql, 'unsafe'>, { name, columns }: Table, folder: string): Promise<Contents['tables'][number]> {
  const rows: Readable = await tx.unsafe(`copy (select ${quoted(columns)} from "${name}") to stdout`).readable()
  const lines = { count: 0 }
  const packed = new PassThrough()
  const [entry] = await Promise.all([
    writeEntry(folder, `tables/${name}.copy.gz`, packed),
    pipeline(rows, countLines(lines), createGzip(), packed),
  ])
  return { name, columns, rows: lines.count, ...entry }
}

const NEWLINE = 10

/** COPY writes a line for each row, and escapes those within a value. */
const countLines = (lines: { count: number }) =>
  async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      for (const byte of chunk) if (byte === NEWLINE) lines.count += 1
      yield chunk
    }
  }

/**
 * Copies the files of the rows in the snapshot. A file whose row was deleted since is left out. Its row is older than the file of
 * an upload, so one that has just begun is waited for. What is still missing then was lost before this backup.
 */
async function copyFiles(deps: BackUpDeps, sql: Connection, named: NamedFile[], folder: string) {
  const { storage, uploadMs = UPLOAD_MS } = deps
  const files: Entry[] = []
  const copy = async ({ name }: NamedFile) => {
    const bytes = await storage.get(name)
    if (bytes) files.push(await writeEntry(folder, `files/${name}`, [bytes]))
    return bytes !== undefined
  }
  const absent: NamedFile[] = []
  for (const file of named) if (!(await copy(file))) absent.push(file)

  const deadline = performance.now() + uploadMs
  let missing = absent
  for (;;) {
    const left: NamedFile[] = []
    for (const file of missing) if (!(await copy(file)) && (await isStillNamed(sql, file))) left.push(file)
    missing = left
    if (missing.length === 0 || performance.now() >= deadline) break
    await Bun.sleep(RETRY_MS)
  }
  if (missing.length > 0 && files.length === 0) {
    throw new StartError(
      `None of the ${missing.length} files that the database names is in the storage. Set DATA_DIR or the S3_ variables as the server has them.`,
    )
  }
  return { files, missing: missing.map(({ name }) => name) }
}
