import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { visitRoutes } from './routes.ts'
import type { Visitable } from './visitable.ts'

/** @param visitable  for each kind of page whose views are counted, which ids are public */
export const visitsModule = (context: AppContext, visitable: Visitable) =>
  ({ routes: [visitRoutes({ ...context, visitable })] }) satisfies FeatureModule
