import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { createMailer } from './mailer.ts'
import { SEND_MAIL } from './outbox.ts'
import { reportRoutes } from './report-routes.ts'
import { mailJobs, mailSchedules } from './send-mail.ts'

export function emailModule(context: AppContext) {
  const mailer = createMailer(context.env)
  return {
    routes: [reportRoutes({ ...context, secret: context.env.MAIL_EVENTS_SECRET })],
    jobs: mailJobs({ ...context, mailer }),
    schedules: mailSchedules,
    reserved: [[SEND_MAIL]],
    services: [{ start: async () => undefined, stop: async () => mailer.close() }],
  } satisfies FeatureModule
}
