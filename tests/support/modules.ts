import { createModules } from '#server/app.ts'
import { createAppContext } from '#server/app-context.ts'
import type { OpenDatabase } from '#server/database/client.ts'
import { parseEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'

/** The modules of the server on a test's database, without a listening server. */
export const testModules = async (database: OpenDatabase) =>
  createModules(
    await createAppContext(
      {
        ...database,
        env: parseEnv({ NODE_ENV: 'test', SEED: 'none', MAIL_FROM: 'Latchkey <calls@latchkey.example>' }),
        log: createLog('silent'),
        now: () => new Date(),
        webFolder: '/nonexistent',
        codeHash: 'test',
      },
      () => undefined,
    ),
  )
