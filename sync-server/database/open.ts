import { createDataFolder } from '#server/start/preconditions.ts'
import { type AwaitOptions, awaitDatabase } from './await-database.ts'
import { connect, type OpenDatabase } from './client.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { migrateDatabase } from './migrate.ts'

type DatabaseEnv = { DATABASE_URL?: string | undefined; DATABASE_LISTEN_URL?: string | undefined; DATA_DIR: string }

type OpenOptions = AwaitOptions & {
  /** Called with the number of migrations that were applied. */
  onMigrated?: (count: number) => void
  /** False leaves the schema as it is: a backup copies it, a restore needs an empty database. */
  migrates?: boolean
}

/**
 * Opens the configured database and migrates it. Starts the embedded one when no address is configured.
 *
 * @throws StartError when the configured database does not answer, or the data folder cannot be created
 */
export async function openDatabase(
  env: DatabaseEnv,
  { onMigrated, migrates = true, ...waiting }: OpenOptions = {},
): Promise<OpenDatabase> {
  const migrate = async (opened: OpenDatabase) => {
    const count = await migrateDatabase(opened)
    onMigrated?.(count)
  }
  if (env.DATABASE_URL) {
    const opened = connect(env.DATABASE_URL, { direct: env.DATABASE_LISTEN_URL })
    try {
      await awaitDatabase(opened.sql, env.DATABASE_URL, waiting)
    } catch (error) {
      await opened.close()
      throw error
    }
    if (migrates) await migrate(opened)
    return opened
  }
  createDataFolder(env.DATA_DIR)
  const server = await startEmbeddedPostgres(`${env.DATA_DIR}/postgres`)
  const opened = connect({ socketPath: server.socketPath, database: 'postgres' })
  if (migrates) await migrate(opened)
  // Another process that exits stops a database without connections, because it assumes that no other client uses it.
  await opened.sql`select 1`
  return {
    ...opened,
    close: async () => {
      const isAlone = !(await hasOtherClients(opened))
      await opened.close()
      if (isAlone) await server.stop()
    },
  }
}

/**
 * Whether other clients are connected, such as an import beside a running server or another node on the same folder. The last
 * client stops the database.
 */
async function hasOtherClients({ sql }: OpenDatabase): Promise<boolean> {
  try {
    const [others] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where backend_type = 'client backend' and application_name <> current_setting('application_name')`
    return others !== undefined && others.count > 0
  } catch {
    return false // The database has already stopped.
  }
}
