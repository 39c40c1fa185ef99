import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { ScoutResult } from '#web/features/publishing/scout-result.tsx'
import { requestSync } from '#web/sync/engine/sync-port.ts'

const Returned = v.object({ session_id: v.fallback(v.optional(v.string()), undefined) })

export const Route = createFileRoute('/scout-success')({
  validateSearch: Returned,
  component: ScoutSuccess,
})

function ScoutSuccess() {
  const { session_id: sessionId } = Route.useSearch()
  return (
    <div className="frame max-w-2xl pt-10 pb-16">
      <ScoutResult key={sessionId} sessionId={sessionId} syncNow={requestSync} />
    </div>
  )
}
