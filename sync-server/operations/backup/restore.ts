import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { ADVISORY_LOCKS } from '#server/database/advisory-lock.ts'
import type { OpenDatabase, Sql } from '#server/database/client.ts'
import { listMigrations, migrateDatabase } from '#server/database/migrate.ts'
import { StartError } from '#server/start/preconditions.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type Manifest, readArchive, readEntry } from './archive.ts'
import { isEmpty, listTables, OF_EPOCH, quoted, setSession } from './catalogue.ts'

export type RestoreDeps = { database: Pick<OpenDatabase, 'openSingle'>; storage: Pick<Storage, 'put'> }

export type Restored = {
  manifest: Manifest
  /** How many later migrations were applied. */
  migrated: number
  /** Tables of the archive that are no tables of the product. */
  unknown: string[]
}

/**
 * Writes an archive into an empty database and into the storage. Files first: an attempt that fails leaves the database empty, and
 * may be repeated. The tables are one transaction.
 *
 *     archive checked ──► files ──► schema of the archive, rows, new epoch ──commit──► later migrations
 *
 * @throws StartError when the archive is damaged or newer than this release, or the database is not empty
 */
export async function restore({ database, storage }: RestoreDeps, folder: string): Promise<Restored> {
  const manifest = await readArchive(folder)
  const schema = migrationsOf(manifest)
  const sql = database.openSingle()
  try {
    await requireEmpty(sql)
    for (const { path } of manifest.files) {
      const chunks: Uint8Array[] = await Array.fromAsync(readEntry(folder, path))
      await storage.put(path.slice('files/'.length), Buffer.concat(chunks))
    }
    const unknown = await sql.begin(async (tx) => {
      await setSession(tx)
      // A node that starts now waits for this lock, and then finds a complete database.
      await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`
      await requireEmpty(tx)
      await createSchema(tx, schema, manifest)
      return loadTables(tx, manifest, folder)
    })
    const migrated = await migrateDatabase(database)
    await sql`analyze`
    return { manifest, migrated, unknown }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function requireEmpty(sql: Pick<Sql, 'unsafe'>) {
  if (await isEmpty(sql)) return
  throw new StartError(
    'The database is not empty, and a restore overwrites nothing. Name a new database in DATABASE_URL or, without one, a new folder in DATA_DIR.',
  )
}

/** The migrations of this release that the archive's database had. @throws StartError when it had others */
function migrationsOf({ migrations }: Pick<Manifest, 'migrations'>) {
  const known = listMigrations()
  const newest = known.at(-1)?.folderMillis ?? 0
  if (migrations.some(({ at }) => at > newest)) {
    throw new StartError('The backup is of a newer release than this one. Restore it with that release, or a later one.')
  }
  const schema = known.slice(0, migrations.length)
  if (schema.some(({ folderMillis }, place) => folderMillis !== migrations[place]?.at)) {
    throw new StartError('The backup has migrations that this release does not know. Restore it with the release that wrote it.')
  }
  return schema
}

/** Creates the schema as it was, and records its migrations as the migrator does. */
async function createSchema(tx: Pick<Sql, 'unsafe'>, schema: ReturnType<typeof listMigrations>, { migrations }: Manifest) {
  for (const { sql } of schema) for (const statement of sql) await tx.unsafe(statement)
  await tx.unsafe('create schema drizzle')
  await tx.unsafe('create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)')
  for (const { at, hash } of migrations) {
    await tx.unsafe('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, at])
  }
}

/** @returns the tables of the archive that the schema lacks */
async function loadTables(tx: Pick<Sql, 'unsafe'>, manifest: Manifest, folder: string): Promise<string[]> {
  const names = (await listTables(tx)).map(({ name }) => name)
  const absent = names.filter((name) => !OF_EPOCH.includes(name) && !manifest.tables.some((table) => table.name === name))
  if (absent.length > 0) throw new StartError(`The backup is not complete: it lacks ${absent.join(', ')}.`)
  const loaded = manifest.tables.filter(({ name }) => names.includes(name))

  // The triggers have had their effect when the rows were first written. Foreign keys are checked.
  for (const name of names) await tx.unsafe(`alter table "${name}" disable trigger user`)
  // Some migrations insert rows.
  await tx.unsafe(`truncate ${quoted(names)}`)
  for (const table of loaded) await loadTable(tx, table, folder)
  for (const { name, next } of manifest.sequences) await tx.unsafe(`select setval('public."${name}"', ${next}, false)`)
  await beginEpoch(tx, loaded)
  for (const name of names) await tx.unsafe(`alter table "${name}" enable trigger user`)
  return manifest.tables.map(({ name }) => name).filter((name) => !names.includes(name))
}

async function loadTable(tx: Pick<Sql, 'unsafe'>, { name, columns, rows, path }: Manifest['tables'][number], folder: string) {
  const into = await tx.unsafe(`copy "${name}" (${quoted(columns)}) from stdin`).writable()
  await pipeline(readEntry(folder, path), createGunzip(), into)
  const [found] = await tx.unsafe<{ count: number }[]>(`select count(*)::int as count from "${name}"`)
  if (found?.count !== rows) throw new Error(`${name} has ${found?.count} rows, and the backup says ${rows}`)
}

/**
 * Devices start over: cursors and marks name another epoch. Stamps of rows that this cluster's transaction ids have not reached would
 * count as changed in every pull.
 */
async function beginEpoch(tx: Pick<Sql, 'unsafe'>, tables: Manifest['tables']) {
  await tx.unsafe('update sync_state set epoch_seed = gen_random_uuid()::text')
  for (const { name } of tables.filter(({ columns }) => columns.includes('changed_xid'))) {
    await tx.unsafe(`update "${name}" set changed_xid = pg_current_xact_id() where changed_xid >= pg_current_xact_id()`)
  }
}
