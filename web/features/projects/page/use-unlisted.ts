import { useEffect, useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import { ProjectDetail } from '#shared/projects/detail.ts'
import { get, HttpProblem } from '#web/net/api.ts'
import { requestSync } from '#web/sync/engine/enqueue.ts'

/** `missing`: the server knows of none. `unreached`: it could not be asked. */
export type Unlisted = ProjectDetail | 'missing' | 'unreached'

/**
 * A project that this device does not hold, as the server gives it: one published a moment ago and still on its
 * way here, or a draft to whoever may read it. `undefined` while it is asked for; asked again with each connection.
 */
export function useUnlisted(id: ProjectId, isWanted: boolean, isOnline: boolean): Unlisted | undefined {
  const [answer, setAnswer] = useState<Unlisted>()
  useEffect(() => {
    if (!isWanted) return
    if (!isOnline) return setAnswer('unreached')
    const left = new AbortController()
    const tell = (found: Unlisted) => {
      if (!left.signal.aborted) setAnswer(found)
    }
    get(`/api/projects/${id}`, ProjectDetail, { signal: left.signal }).then(
      (found) => {
        tell(found)
        if (found.isPublished) requestSync()
      },
      (error) => tell(error instanceof HttpProblem && error.status === 404 ? 'missing' : 'unreached'),
    )
    return () => left.abort()
  }, [id, isWanted, isOnline])
  return answer
}
