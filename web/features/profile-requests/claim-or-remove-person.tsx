import { Suspense, useState } from 'react'
import type { VcId } from '#shared/ids.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { closeUnloaded, lazyPart } from '#web/ui/lazy-part.tsx'

const ProfileRequestDialog = lazyPart(() => loadChunk(() => import('./profile-request-dialog.tsx')), closeUnloaded)

type Props = {
  fundName: string
  people: readonly { id: string; role: string }[]
}

/** On the page of a fund whose people did not ask to be listed: a link for each to claim or remove their entry. */
export function ClaimOrRemovePerson({ fundName, people }: Props) {
  const [asking, setAsking] = useState<{ id: VcId; name: string }>()
  if (people.length === 0) return null
  return (
    <section aria-label="Is this you?" className="text-sm text-soft">
      <p>Listed from public sources, without their consent. Is one of them you? Claim or remove your entry:</p>
      <ul className="flex flex-wrap gap-x-6">
        {people.map(({ id, role }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => setAsking({ id: id as VcId, name: `${role} of ${fundName}` })}
              className="inline-flex min-h-11 cursor-pointer items-center text-ink underline underline-offset-4"
            >
              I am the {role}
            </button>
          </li>
        ))}
      </ul>
      {asking && (
        <Suspense>
          <ProfileRequestDialog investor={asking} onClose={() => setAsking(undefined)} />
        </Suspense>
      )}
    </section>
  )
}
