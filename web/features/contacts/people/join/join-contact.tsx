import { Link } from '@tanstack/react-router'
import { Merge } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type ContactCard, isPersonId } from '#shared/people/contract.ts'
import { useCards } from '#web/features/contacts/people/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { joinable, looksLike } from './candidates.ts'
import { JoinDialog } from './join-dialog.tsx'

/** Names a contact that is the same person, and offers to join both; nothing where there is none. */
export function LooksLike({ contact }: { contact: ContactCard }) {
  const cards = useCards()
  const [isOpen, setOpen] = useState(false)
  const other = useMemo(() => cards && looksLike(cards, contact), [cards, contact])
  if (!other) return null
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-y border-rule py-1 text-sm">
      <p className="min-w-0 break-words">
        Looks like{' '}
        <Link to="/contacts/$id" params={{ id: other.id }} className="underline underline-offset-4" dir="auto">
          {[other.name, other.fund].filter(Boolean).join(', ')}
        </Link>
        {!isPersonId(other.id) && ' (unlocked)'}
      </p>
      <Button variant="quiet" aria-label={`Join with ${other.name}`} onClick={() => setOpen(true)}>
        Join
      </Button>
      {isOpen && <JoinDialog contact={contact} other={other} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Joins a contact with one that the user chooses. */
export function JoinWith({ contact }: { contact: ContactCard }) {
  const cards = useCards()
  const [isOpen, setOpen] = useState(false)
  const others = useMemo(() => cards && joinable(cards, contact), [cards, contact])
  if (!others || others.length === 0) return null
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Merge className="size-4" aria-hidden="true" />
        Join with…
      </Button>
      {isOpen && <JoinDialog contact={contact} others={others} onClose={() => setOpen(false)} />}
    </>
  )
}
