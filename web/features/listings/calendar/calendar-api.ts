import type { VcId } from '#shared/ids.ts'
import { HttpProblem } from '#web/net/api.ts'

export const calendarPath = (id: VcId) => `/api/vcs/${id}/external-calendar`

/** Why a calendar could not be used, as the server says it. */
export const reasonOf = (error: unknown): string => {
  const problem = error instanceof HttpProblem ? error.problem : undefined
  return problem?.message ?? 'We didn’t get an answer. Please try again.'
}
