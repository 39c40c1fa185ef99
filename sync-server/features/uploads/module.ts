import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { uploadRoutes } from './routes.ts'
import { uploadJobs, uploadSchedules } from './service.ts'

export const uploadsModule = (context: AppContext) =>
  ({ routes: [uploadRoutes(context)], jobs: uploadJobs(context), schedules: uploadSchedules }) satisfies FeatureModule
