import { coldInvestors, directoryInvestors, projects } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { openDatabase } from '#server/database/open.ts'
import { misspeltLines, parseEnv } from '#server/env.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import { createLog } from '#server/log.ts'
import { seedActivity } from '#server/sample-activity.ts'
import { seedAccounts } from '#server/seed/accounts.ts'
import { seedApplications, seedIntros } from '#server/seed/applications.ts'
import { seedColdFunds } from '#server/seed/cold-funds.ts'
import { seedCompany } from '#server/seed/company.ts'
import pages from '#server/seed/data/airtable-directory.json'
import { demoPassword, isDemoPassword } from '#server/seed/password.ts'
import { useDrawnPictures } from '#server/seed/pictures.ts'
import { seedProjects } from '#server/seed/projects.ts'
import { seedRequests } from '#server/seed/requests.ts'
import { runCommand } from './run-command.ts'

export type SeedDeps = {
  db: Database
  /** Password of the demo accounts created in this run; see `demoPassword`. */
  demoPassword: string
  now?: () => Date
  /** False when the listing has another source. The first refresh would unlist the sample. */
  withListing?: boolean
}

/**
 * Seeds the sample directory, the cold funds, the projects, three demo accounts and open items in the admin queues.
 *
 * May run at every start: existing rows are left unchanged.
 */
export async function seedDemo({ db, demoPassword: password, now = () => new Date(), withListing = true }: SeedDeps) {
  if (withListing && (await db.$count(directoryInvestors)) === 0) {
    await importListing({ db }, { source: 'demo', records: pages.flatMap((page): unknown[] => page.records) })
  }
  await seedCompany(db)
  await seedColdFunds(db)
  await seedProjects(db)
  await useDrawnPictures(db)
  await seedAccounts(db, password)
  await seedRequests(db, now())
  await seedApplications(db, now())
  await seedIntros(db, now())
}

async function countSeeded(db: Database): Promise<string> {
  const [investors, funds, listed] = await Promise.all([
    db.$count(directoryInvestors),
    db.$count(coldInvestors),
    db.$count(projects),
  ])
  return `${investors} investors, ${funds} funds, ${listed} projects`
}

async function main() {
  const env = parseEnv(process.env)
  for (const line of misspeltLines(process.env)) process.stderr.write(`${line}\n`)
  const opened = await openDatabase(env)
  try {
    const password = await demoPassword(env)
    await seedDemo({ db: opened.db, demoPassword: password, withListing: !env.AIRTABLE_API_KEY })
    if (env.seed !== 'records') {
      await seedActivity({ ...opened, env, log: createLog(env.LOG_LEVEL), now: () => new Date(), webFolder: env.WEB_DIR ?? '' })
    }
    const isValid = await isDemoPassword(opened.db, password)
    const seeded = await countSeeded(opened.db)
    const hint = isValid ? `password: ${password}` : 'they keep the password of an earlier start'
    process.stdout.write(`Seeded ${seeded}. Accounts founder@, investor@ and admin@latchkey.example; ${hint}\n`)
  } finally {
    await opened.close()
  }
}

if (import.meta.main) await runCommand(main)
