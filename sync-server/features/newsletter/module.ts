import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { newsletterMutators } from './mutators.ts'
import { newsletterRoutes } from './routes.ts'
import { pruneNewsletter } from './service.ts'

const DAY_SECONDS = 24 * 60 * 60

export const newsletterModule = (context: AppContext) =>
  ({
    routes: [newsletterRoutes(context)],
    jobs: { 'newsletter.prune': () => pruneNewsletter(context) },
    schedules: [{ kind: 'newsletter.prune', everySeconds: DAY_SECONDS }],
    mutators: newsletterMutators(context),
  }) satisfies FeatureModule
