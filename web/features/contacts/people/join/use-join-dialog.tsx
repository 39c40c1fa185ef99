import { type ReactNode, Suspense, useState } from 'react'
import type { VcId } from '#shared/ids.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { closeUnloaded, lazyPart } from '#web/ui/lazy-part.tsx'

const JoinDialog = lazyPart(() => loadChunk(() => import('./join-dialog.tsx')), closeUnloaded)

export type JoinProps = {
  /** The contact of the page. */
  contact: ContactCard
  /** Called with the contact that is left. */
  onJoined: (id: VcId) => void
}

/** The dialog that joins the contact of a page with another one, loaded when it is opened. */
export function useJoinDialog({ contact, onJoined }: JoinProps, cards: readonly ContactCard[] | undefined) {
  const [opened, setOpened] = useState<{ other?: ContactCard }>()
  const dialog: ReactNode = opened && (
    <Suspense>
      <JoinDialog
        shown={contact}
        cards={cards ?? []}
        other={opened.other}
        onClose={() => setOpened(undefined)}
        onJoined={(id) => {
          setOpened(undefined)
          onJoined(id)
        }}
      />
    </Suspense>
  )
  return { open: (other?: ContactCard) => setOpened(other ? { other } : {}), dialog }
}
