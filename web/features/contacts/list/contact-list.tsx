import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ContactCard } from '#shared/people/contract.ts'
import type { StageLabels } from '#shared/raise/labels.ts'
import type { OwnWords } from '#web/features/contacts/own-words.ts'
import { WindowList } from '#web/ui/window-list.tsx'
import { ContactRow } from './contact-row.tsx'

type Props = {
  contacts: readonly ContactCard[]
  own: OwnWords
  stages: StageLabels
  now: number
  /** Changes with the search and its filters. */
  name: string
}

/** The height of the header, which stays at the top. */
const HEADER_HEIGHT = 64

/** Of a row: a name and a fund, and the best contact detail beside them, or below them on a phone. */
const heightOfRow = () => (window.matchMedia('(min-width: 40rem)').matches ? 81 : 105)

/** A row per contact. An account may have a thousand, so only those near the window are in the DOM. */
export function ContactList({ contacts, own, stages, now, name }: Props) {
  const placeName = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const rows = useMemo(() => contacts.map((contact) => ({ key: contact.id, contact })), [contacts])
  // The list asks for the height of every row at each key. A media query for each of 5,000 rows takes longer than the key may.
  const height = heightOfRow()
  return (
    <div className="border-t border-rule">
      <WindowList
        isList
        rows={rows}
        renderRow={({ contact }) => (
          <ContactRow
            contact={contact}
            followUp={own.followUps.get(contact.id)}
            latest={own.entries?.get(contact.id)?.[0]}
            stages={stages}
            now={now}
          />
        )}
        guessHeight={() => height}
        name={name}
        placeName={placeName}
        stickyHeight={HEADER_HEIGHT}
        overscan={8}
      />
    </div>
  )
}
