import type { TestProject } from 'vitest/node'
import { startTemplate } from './template-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresSocket: string
  }
}

/** One Postgres for the whole run. */
export default async function setup(project: TestProject) {
  const { socketPath, stop } = await startTemplate()
  project.provide('postgresSocket', socketPath)
  return stop
}
