import { readFileSync } from 'node:fs'

/** What package.json calls this build. */
export const VERSION = (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
  .version
