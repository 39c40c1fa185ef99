import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import { NOTICE_DAYS, type Notice } from '#shared/notices/contract.ts'
import { preferNotices } from './preferences.ts'
import { deleteOldNotices, listNotices, mergeNotices, setRead } from './queries.ts'
import { unsubscribeRoutes } from './routes.ts'

const DAY_SECONDS = 24 * 60 * 60

const noticeSource: PrivateSource<Notice> = async (tx, principalId) => {
  const rows = await listNotices(tx, principalId)
  return rows.map(({ facts, createdAt, ...row }) => ({
    ...row,
    facts: { ...facts },
    createdAt: createdAt.toISOString(),
  }))
}

/** The notice centre: other features write notices with `writeNotice`, and devices read and confirm them. */
export const noticesModule = (context: AppContext) =>
  ({
    routes: [unsubscribeRoutes(context)],
    jobs: {
      'notices.prune': () => deleteOldNotices(context.db, new Date(context.now().getTime() - NOTICE_DAYS * DAY_SECONDS * 1000)),
    },
    schedules: [{ kind: 'notices.prune', everySeconds: DAY_SECONDS }],
    privateCollections: { notices: { source: noticeSource, tables: ['notices'] } },
    mutators: {
      'notice.read': ({ tx, principalId }, { ids }) => setRead(tx, principalId, ids),
      'notice.prefer': ({ tx, account }, change) => preferNotices(tx, account, change),
    } satisfies Partial<Mutators>,
    transfers: [mergeNotices],
  }) satisfies FeatureModule
