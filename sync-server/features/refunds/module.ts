import { givenRefunds, refundRequests } from '#drizzle/schema/index.ts'
import type { AppContext } from '#server/app-context.ts'
import { transferRows } from '#server/database/transfer-rows.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { OrderPort } from '#server/payments/order-port.ts'
import { refundAdminRoutes } from './admin-routes.ts'
import { FORGET_BUYERS, FORGET_BUYERS_SECONDS, forgetBuyers } from './forget.ts'
import { ASK_FOR_MONEY } from './job-kinds.ts'
import { refundRoutes } from './routes.ts'
import { askForMoney } from './service.ts'
import { LOOK_AT_DISPUTES, LOOK_AT_DISPUTES_SECONDS, settleOpenDisputes } from './settle-open-disputes.ts'

export const refundsModule = (context: AppContext, orders: Pick<OrderPort, 'settle'>) =>
  ({
    routes: [refundRoutes(context), refundAdminRoutes({ ...context, mailDelaySeconds: context.env.DECISION_MAIL_DELAY_SECONDS })],
    jobs: {
      [ASK_FOR_MONEY]: askForMoney(context),
      [FORGET_BUYERS]: forgetBuyers(context),
      [LOOK_AT_DISPUTES]: settleOpenDisputes({ ...context, settle: orders.settle }),
    },
    schedules: [
      { kind: FORGET_BUYERS, everySeconds: FORGET_BUYERS_SECONDS },
      { kind: LOOK_AT_DISPUTES, everySeconds: LOOK_AT_DISPUTES_SECONDS },
    ],
    transfers: [transferRows(givenRefunds, refundRequests)],
  }) satisfies FeatureModule
