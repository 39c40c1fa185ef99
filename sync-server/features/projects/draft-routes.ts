import { Elysia } from 'elysia'
import type { Database } from '#server/database/client.ts'
import type { LimitOn } from '#server/http/limits/rate-limit.ts'
import { type Identity, session } from '#server/http/session.ts'
import { SaveProject } from '#shared/projects/edit.ts'
import { FounderProject } from '#shared/projects/own.ts'
import { readFounderProject, saveFounderProject } from './draft-service.ts'

export type DraftRoutesDeps = { db: Database; now: () => Date; identity: Identity; limitOn: LimitOn }

/** Endpoints for the caller's own project, which needs a session. */
export const draftRoutes = (deps: DraftRoutesDeps) =>
  new Elysia({ name: 'project-drafts', prefix: '/api' })
    .use(session(deps.identity))
    .post('/founder/project', ({ body, account }) => saveFounderProject(deps, account, body), {
      signedIn: true,
      body: SaveProject,
      response: FounderProject,
    })
    .get('/profile/founder', ({ account }) => readFounderProject(deps, account), { signedIn: true, response: FounderProject })
