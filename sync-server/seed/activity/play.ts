import { desc, eq, inArray, sql } from 'drizzle-orm'
import { notices, orders, projectDrafts, users } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import type { UserId } from '#shared/ids.ts'
import { callScenes } from './calls.ts'
import { contactScenes } from './contacts.ts'
import { type Cast, castPeople, dismissPeople, finishAccounts } from './people.ts'
import { projectScenes } from './project.ts'
import { raiseScenes } from './raise.ts'
import { replyScenes } from './replies.ts'
import { saleScenes } from './sales.ts'
import { DAY_MS, type Scene, type Stage } from './stage.ts'
import { markEventsAsProcessed } from './stamp-times.ts'
import { teamScenes } from './team.ts'
import { countViews } from './views.ts'

/** Locks the sample, and finds whether its accounts exist, without any order or project draft. */
export async function isActivityWanted(tx: Transaction): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sample-activity'))`)
  const sampleUsers = ['founder', 'investor', 'admin'].map((key) => `usr_demo_${key}` as UserId)
  if ((await tx.$count(users, inArray(users.id, sampleUsers))) < sampleUsers.length) return false
  return (await tx.$count(orders)) === 0 && (await tx.$count(projectDrafts)) === 0
}

/** Plays all scenes in their order in time. */
export async function playActivity(stage: Stage) {
  const cast = await castPeople(stage)
  const scenes: Scene[] = [
    ...teamScenes(cast),
    ...saleScenes(cast),
    ...contactScenes(cast),
    ...callScenes(cast),
    ...replyScenes(cast),
    ...raiseScenes(cast),
    ...projectScenes(cast),
  ]
  // Equal days keep the order of the lists.
  for (const { day, play } of scenes.sort((a, b) => a.day - b.day)) {
    stage.clock.at = new Date(stage.begin.getTime() + day * DAY_MS)
    await play(stage)
    await stage.close()
  }
  stage.clock.at = stage.begin
  await readNotices(stage, cast)
  await countViews(stage, cast)
  await markEventsAsProcessed(stage.db)
  await finishAccounts(stage, cast)
  await dismissPeople(stage)
}

/** The latest notices of each person stay unread. */
const UNREAD = 3

async function readNotices(stage: Stage, { founder, investor }: Cast) {
  for (const person of [founder, investor]) {
    const seen = await stage.tx
      .select({ id: notices.id })
      .from(notices)
      .where(eq(notices.principalId, person.principalId))
      .orderBy(desc(notices.createdAt), desc(notices.id))
      .offset(UNREAD)
    await stage.mutate(person, 'notice.read', { ids: seen.map(({ id }) => id) })
  }
}
