import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { clientErrorRoutes } from './routes.ts'
import { pruneClientErrors } from './service.ts'

const PRUNE = 'client-errors.prune'

export const clientErrorsModule = (context: AppContext) =>
  ({
    routes: [clientErrorRoutes({ ...context, sampleRate: context.env.CLIENT_ERROR_SAMPLE_RATE })],
    jobs: { [PRUNE]: () => pruneClientErrors(context) },
    schedules: [{ kind: PRUNE, everySeconds: 24 * 60 * 60 }],
  }) satisfies FeatureModule
