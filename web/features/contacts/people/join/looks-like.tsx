import { useEffect, useState } from 'react'
import type { ContactCard } from '#shared/people/contract.ts'
import { useCards } from '#web/features/contacts/people/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { findSamePerson } from './same-person.ts'
import { type JoinProps, useJoinDialog } from './use-join-dialog.tsx'

/** Lines that the page of a contact shows at most. */
const MOST = 2

/** Says which other contacts may be the same person, and joins them. */
export function LooksLike(props: JoinProps) {
  const { contact } = props
  const cards = useCards()
  const [same, setSame] = useState<ContactCard[]>([])
  const { open, dialog } = useJoinDialog(props, cards)
  // Of five thousand contacts each is compared: the page is painted first.
  useEffect(() => {
    if (!cards) return
    const timer = setTimeout(() => setSame(findSamePerson(cards, contact)))
    return () => clearTimeout(timer)
  }, [cards, contact])
  return (
    <>
      {same.slice(0, MOST).map((other) => (
        <p key={other.id} className="mt-4 flex flex-wrap items-center gap-x-3">
          <span>
            Looks like <span dir="auto">{[other.name, other.fund].filter(Boolean).join(', ')}</span>
            {other.unlockedAt && ' (unlocked)'}
          </span>
          <Button variant="outline" aria-label={`Join with ${other.name}`} onClick={() => open(other)}>
            Join
          </Button>
        </p>
      ))}
      {dialog}
    </>
  )
}

/** Joins the contact of the page with one that the user chooses. */
export function JoinWith(props: JoinProps) {
  const { open, dialog } = useJoinDialog(props, useCards())
  return (
    <>
      <Button variant="quiet" onClick={() => open()}>
        Join with…
      </Button>
      {dialog}
    </>
  )
}
