import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { SEND_ALERTS, SEND_ALERTS_SECONDS, sendAlerts } from './send-alerts.ts'

export const alertsModule = (context: AppContext) =>
  ({
    jobs: {
      [SEND_ALERTS]: () => sendAlerts({ ...context, recipients: context.env.alertEmails, dataFolder: context.env.DATA_DIR }),
    },
    schedules: [{ kind: SEND_ALERTS, everySeconds: SEND_ALERTS_SECONDS }],
  }) satisfies FeatureModule
