import type { TestProject } from 'vitest/node'
import { startTemplate } from '#tests/support/database/template-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresSocket: string
    /** Folder of a stopped cluster with the migrated template. */
    preparedCluster: string
  }
}

type Shared = { template: ReturnType<typeof startTemplate>; users: number }

// Each project loads this module separately, so a module variable would start one Postgres per project.
const global = globalThis as { testPostgres?: Shared | undefined }

/** One Postgres for every project of the run that uses it. */
export default async function setup(project: TestProject) {
  global.testPostgres ??= { template: startTemplate(), users: 0 }
  const shared = global.testPostgres
  shared.users += 1
  const { socketPath, prepared, stop } = await shared.template
  project.provide('postgresSocket', socketPath)
  project.provide('preparedCluster', prepared)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    global.testPostgres = undefined
    await stop()
  }
}
