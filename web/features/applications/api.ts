import { Application } from '#shared/applications/contract.ts'
import { type ApplicationDraft, applicationOf } from '#shared/applications/draft.ts'
import { post } from '#web/net/api.ts'

/** @throws HttpProblem when the server rejects the application, Unreachable when the server does not answer */
export const submitApplication = (draft: ApplicationDraft) =>
  post('/api/vcs', { ...applicationOf(draft), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }, Application)
