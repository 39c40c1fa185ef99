import { projectVotes } from '#drizzle/schema/index.ts'
import type { AppContext } from '#server/app-context.ts'
import { transferRows } from '#server/database/transfer-rows.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { draftRoutes } from './draft-routes.ts'
import { marketplaceRoutes } from './marketplace/routes.ts'
import { moveReports } from './move-owner.ts'
import { projectMutators } from './mutators.ts'
import { ownProjectSource } from './own-source.ts'
import { performanceSource } from './performance-source.ts'
import { projectSource } from './sync-source.ts'
import { voteSource } from './vote-source.ts'

export const projectsModule = (context: AppContext) =>
  ({
    routes: [marketplaceRoutes(context), draftRoutes(context)],
    publicSources: { projects: projectSource },
    privateCollections: {
      votes: { source: voteSource, tables: ['project_votes', 'projects'] },
      performance: { source: performanceSource, tables: ['projects', 'principals', 'visit_counts'] },
      ownProject: { source: ownProjectSource, tables: ['principals', 'project_drafts', 'projects', 'orders'] },
    },
    mutators: projectMutators(context.limitOn),
    transfers: [moveReports, transferRows(projectVotes)],
  }) satisfies FeatureModule
