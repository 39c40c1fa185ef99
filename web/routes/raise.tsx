import { createFileRoute } from '@tanstack/react-router'
import { useRound } from '#web/features/contacts/raise/queries.ts'
import { RoundForm } from '#web/features/contacts/raise/round-form.tsx'

export const Route = createFileRoute('/raise')({ component: Raise })

function Raise() {
  const round = useRound()
  return <div className="frame py-16">{round !== undefined && <RoundForm round={round} />}</div>
}
