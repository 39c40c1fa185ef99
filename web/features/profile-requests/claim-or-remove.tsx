import { Suspense, useState } from 'react'
import { hasAgreed } from '#shared/directory/agreement.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { closeUnloaded, lazyPart } from '#web/ui/lazy-part.tsx'

// Very few readers are the person on the page, so the form is loaded on demand.
const ProfileRequestDialog = lazyPart(() => loadChunk(() => import('./profile-request-dialog.tsx')), closeUnloaded)

/** On every profile whose investor did not ask to be listed: a link to claim or remove it. */
export function ClaimOrRemove({ investor }: { investor: Investor }) {
  const [isOpen, setOpen] = useState(false)
  if (investor.vcType !== 'airtable') return null
  return (
    <>
      <p className="mt-8 text-sm text-soft">
        {!hasAgreed(investor) && 'Listed from public sources. '}Is this you?{' '}
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="inline-flex min-h-11 cursor-pointer items-center text-ink underline underline-offset-4"
        >
          Claim or remove this profile
        </button>
      </p>
      {isOpen && (
        <Suspense>
          <ProfileRequestDialog investor={investor} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
