import type { FeatureModule } from '#server/feature-module.ts'
import type { AccountContext } from '#server/features/accounts/module.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { blockRoutes } from './blocks/routes.ts'
import { PRUNE_BLOCKS, pruneBlocks } from './blocks/service.ts'
import { deskRoutes } from './desk/routes.ts'
import { REMIND_EVERY_SECONDS, REMIND_REVIEW, sendOverdueReminders } from './overdue-reminders.ts'
import { recordRoutes } from './records/routes.ts'
import { reviewRoutes } from './routes.ts'

const DAY_SECONDS = 24 * 60 * 60

export const adminModule = (context: AccountContext, { payments }: Pick<OrderDeps, 'payments'>) =>
  ({
    routes: [
      reviewRoutes({ ...context, mailDelaySeconds: context.env.DECISION_MAIL_DELAY_SECONDS }),
      deskRoutes({ ...context, payments }),
      recordRoutes(context),
      blockRoutes({ ...context, payments }),
    ],
    jobs: { [REMIND_REVIEW]: () => sendOverdueReminders(context), [PRUNE_BLOCKS]: () => pruneBlocks(context) },
    schedules: [
      { kind: REMIND_REVIEW, everySeconds: REMIND_EVERY_SECONDS },
      { kind: PRUNE_BLOCKS, everySeconds: DAY_SECONDS },
    ],
  }) satisfies FeatureModule
