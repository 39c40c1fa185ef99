import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { FitProject } from '#shared/directory/fit.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { closeUnloaded, lazyPart } from '#web/ui/lazy-part.tsx'
import type { KnownProject } from './fit-project.ts'
import { amountLabel } from './labels.ts'

const DescribeDialog = lazyPart(() => loadChunk(() => import('./describe-dialog.tsx')), closeUnloaded)

/** Above a list in the order of fit: the project that the list is compared with, or how to get one. */
export function FitBar({ known, isMember }: { known: KnownProject | undefined; isMember: boolean }) {
  const [isOpen, setOpen] = useState(false)
  // As high as the text that replaces it.
  if (!known) return <div className="mt-4 min-h-24 sm:min-h-14" />
  const { source, project, hasOwn } = known
  return (
    <section
      aria-label="Best fit"
      className="mt-4 flex min-h-24 flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-box border border-rule bg-well px-4 py-3 text-sm sm:min-h-14"
    >
      <p className="min-w-0 flex-1 basis-72">
        {source === 'none' ? (
          <>
            Best fit compares investors with your project: its round, sector, ecosystem and place.{' '}
            {hasOwn ? 'Your project says none of them yet.' : 'Describe it here. It stays on this device.'}
          </>
        ) : (
          <>
            Compared with {source === 'own' ? 'your project' : 'what you described'}: <bdi>{factsOf(project)}</bdi>.{' '}
            <span className="text-soft">Computed on this device.</span>
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {source !== 'own' && (
          <Button variant={source === 'none' ? 'ink' : 'outline'} onClick={() => setOpen(true)}>
            {source === 'none' ? 'Describe my project' : 'Change'}
          </Button>
        )}
        {isMember && (
          <Link to="/project-setup" className={buttonClass('outline')}>
            {hasOwn ? 'Edit project' : 'List project'}
          </Link>
        )}
      </div>
      {isOpen && (
        <Suspense>
          <DescribeDialog described={known.described} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** `Seed · raising $2M · DeFi · Solana · Lisbon, Portugal` */
const factsOf = ({ roundType, projectStage, amountRaising, vertical, ecosystem, location }: FitProject) =>
  [roundType, projectStage, amountRaising ? `raising ${amountLabel(amountRaising)}` : '', vertical, ecosystem, location]
    .filter((fact) => fact.trim() !== '')
    .join(' · ')
