import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { helpMutators } from './mutators.ts'
import { moveTickets } from './queries.ts'
import { helpRoutes } from './routes.ts'
import { HELP_PER_HOUR } from './service.ts'
import { ticketSource } from './sync-source.ts'

export function helpModule(context: AppContext) {
  const perHour = Math.max(1, Math.floor(HELP_PER_HOUR * context.env.RATE_LIMIT_SCALE))
  return {
    routes: [helpRoutes({ ...context, perHour })],
    privateCollections: { tickets: { source: ticketSource, tables: ['tickets', 'ticket_messages'] } },
    mutators: helpMutators({ ...context, perHour }),
    transfers: [moveTickets],
  } satisfies FeatureModule
}
