import { useEffect, useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import { ProjectDetail } from '#shared/projects/detail.ts'
import { get, HttpProblem } from '#web/net/api.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'

/** `missing`: the server has no such project. `unreached`: the server could not be reached. */
export type Unlisted = ProjectDetail | 'missing' | 'unreached'

/**
 * A project that is not on this device, loaded from the server: one that was just published and is not synced yet, or a draft for
 * users who may read it. `undefined` while loading; loaded again with each connection.
 */
export function useUnlisted(id: ProjectId, isWanted: boolean, isOnline: boolean): Unlisted | undefined {
  const [answer, setAnswer] = useState<Unlisted>()
  useEffect(() => {
    if (!isWanted) return
    if (!isOnline) return setAnswer('unreached')
    const controller = new AbortController()
    const setUnlessLeft = (response: Unlisted) => {
      if (!controller.signal.aborted) setAnswer(response)
    }
    get(`/api/projects/${id}`, ProjectDetail, { signal: controller.signal }).then(
      (response) => {
        setUnlessLeft(response)
        if (response.isPublished) requestSync()
      },
      (error) => setUnlessLeft(error instanceof HttpProblem && error.status === 404 ? 'missing' : 'unreached'),
    )
    return () => controller.abort()
  }, [id, isWanted, isOnline])
  return answer
}
