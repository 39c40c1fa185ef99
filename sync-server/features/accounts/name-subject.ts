import type { Subject } from '#server/sync/push/text-writers.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'

/** The names of an account, as texts of which the last writer is noted. */
export const nameSubject = ({ id, principalId }: { id: UserId; principalId: PrincipalId }): Subject => ({
  principalId,
  kind: 'name',
  subjectId: id,
})
