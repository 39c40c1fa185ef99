import { useEffect, useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import { ProjectDetail } from '#shared/projects/detail.ts'
import { get } from '#web/net/api.ts'
import { requestSync } from '#web/sync/current.ts'

/**
 * A project that this device does not hold, as the server gives it: one published a moment ago and still on its
 * way here, or a draft to whoever may read it. `undefined` while it is asked for, `null` when there is none.
 */
export function useUnlisted(id: ProjectId, isMissing: boolean): ProjectDetail | null | undefined {
  const [answer, setAnswer] = useState<ProjectDetail | null>()
  useEffect(() => {
    if (!isMissing) return
    const left = new AbortController()
    get(`/api/projects/${id}`, ProjectDetail, { signal: left.signal }).then(
      (found) => {
        if (left.signal.aborted) return
        setAnswer(found)
        if (found.isPublished) requestSync()
      },
      () => {
        if (!left.signal.aborted) setAnswer(null)
      },
    )
    return () => left.abort()
  }, [id, isMissing])
  return answer
}
