import type { Subject } from '#server/sync/push/text-writers.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'

/** The names of an account, as texts whose last writer is recorded. */
export const nameSubject = ({ id, principalId }: { id: UserId; principalId: PrincipalId }): Subject => ({
  principalId,
  kind: 'name',
  subjectId: id,
})
