import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type ContactCard, DELETED_PERSON_DAYS, isPersonId, type PersonId, personFields } from '#shared/people/contract.ts'
import { personLabels } from '#shared/people/labels.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { deletePerson } from '#web/features/contacts/people/mutations.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { searchJoinable } from './candidates.ts'
import { joinPerson } from './join-person.ts'
import { type Preview, type Sides, sidesOf, useJoinPreview } from './preview.ts'

type Props = {
  /** The contact whose page is open. */
  contact: ContactCard
  /** The one to join it with; otherwise the user chooses from `others`. */
  other?: ContactCard
  others?: readonly ContactCard[]
  onClose: () => void
}

/** Shows what a join does before it is done. */
export function JoinDialog({ contact, other, others = [], onClose }: Props) {
  const [chosen, setChosen] = useState(other)
  return (
    <Dialog title={chosen ? 'Join two contacts' : `Join ${contact.name} with…`} isOpen onClose={onClose}>
      {chosen ? (
        <JoinPreview contact={contact} other={chosen} onClose={onClose} />
      ) : (
        <ChooseContact others={others} onChoose={setChosen} />
      )}
    </Dialog>
  )
}

function ChooseContact({ others, onChoose }: { others: readonly ContactCard[]; onChoose: (card: ContactCard) => void }) {
  const [query, setQuery] = useState('')
  const found = searchJoinable(others, query)
  return (
    <>
      <SearchField
        label="Search contacts to join with"
        placeholder="Name, organisation or email"
        value={query}
        onChange={setQuery}
        input={{ 'data-first-focus': true } as object}
      />
      <p role="status" className="sr-only">
        {found.length === 0 ? 'No contact found' : `${found.length} contacts`}
      </p>
      <ul className="mt-3 border-t border-rule">
        {found.map((card) => (
          <li key={card.id} className="border-b border-rule">
            <button
              type="button"
              className="flex min-h-11 w-full cursor-pointer flex-wrap items-center gap-x-3 py-2 text-left hover:bg-well"
              onClick={() => onChoose(card)}
            >
              <span className="font-medium break-words" dir="auto">
                {card.name}
              </span>
              <span className="text-sm text-soft" dir="auto">
                {[card.fund, !isPersonId(card.id) && 'unlocked'].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="mt-3 text-soft">No contact found.</p>}
    </>
  )
}

function JoinPreview({ contact, other, onClose }: { contact: ContactCard; other: ContactCard; onClose: () => void }) {
  const db = usePrivateDb()
  const navigate = useNavigate()
  const [isSwapped, setSwapped] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const sides = sidesOf(contact, other, isSwapped)
  const { from, into } = sides
  const preview = useJoinPreview(sides)
  const canSwap = isPersonId(contact.id) && isPersonId(other.id)
  const join = async () => {
    if (!db) return
    setBusy(true)
    try {
      await joinPerson(db, from.id as PersonId, into.id)
    } catch (error) {
      setBusy(false)
      return setFault(storageSentence(error) ?? 'Couldn’t save on this device.')
    }
    onClose()
    sayJoined(sides)
    if (contact.id === from.id) void navigate({ to: '/contacts/$id', params: { id: into.id } })
  }
  if (preview === null) return <p>One of the two was deleted. Nothing is left to join.</p>
  return (
    <>
      <p className="break-words">
        What you wrote about <b dir="auto">{from.name}</b> moves to <b dir="auto">{into.name}</b>. Nothing is lost.
      </p>
      {preview && <JoinedParts preview={preview} {...sides} />}
      {fault && (
        <div className="mt-4">
          <Notice tone="red">{fault}</Notice>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {canSwap && (
          <Button variant="quiet" disabled={isBusy} className="mr-auto" onClick={() => setSwapped(!isSwapped)}>
            Keep the other details
          </Button>
        )}
        <Button variant="outline" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button isBusy={isBusy} disabled={!preview} onClick={() => void join()}>
          Join
        </Button>
      </div>
    </>
  )
}

/** Each field with the text that stays in it, then what is kept elsewhere. */
function JoinedParts({ preview: { fields, entry, note, entries, photos }, into }: Sides & { preview: Preview }) {
  const rows: [string, string][] = fields
    ? personFields.flatMap((field): [string, string][] => (fields[field] ? [[personLabels[field], fields[field]]] : []))
    : []
  const moved = [
    note?.text && 'your note',
    entries > 0 && (entries === 1 ? '1 dated note' : `${entries} dated notes`),
    photos > 0 && (photos === 1 ? '1 photo' : `${photos} photos`),
  ].filter((part) => typeof part === 'string' && part !== '')
  return (
    <>
      {fields ? (
        <dl className="mt-4 border-t border-rule">
          {rows.map(([label, value]) => (
            <div key={label} className="border-b border-rule py-1.5">
              <dt className="column-head">{label}</dt>
              <dd className="break-words" dir="auto">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="mt-4">The details that you unlocked of {into.name} stay as they are.</p>
      )}
      {entry && (
        <section aria-label="Kept in a dated note" className="mt-4">
          <h3 className="column-head">Kept in a dated note</h3>
          <p className="mt-1 break-words whitespace-pre-line" dir="auto">
            {entry}
          </p>
        </section>
      )}
      {moved.length > 0 && <p className="mt-4 text-soft">Moves along: {moved.join(', ')}.</p>}
    </>
  )
}

const sayJoined = ({ from, into }: Sides) =>
  toast({
    title: `${from.name} was joined with ${into.name}`,
    description: `You can restore ${from.name} from your contacts for ${DELETED_PERSON_DAYS} days. What moved stays with ${into.name}.`,
    action: {
      label: 'Restore',
      onAct: () =>
        void deletePerson({ id: from.id as PersonId, isDeleted: false }).catch((error: unknown) =>
          toast({ title: 'Couldn’t save on this device', description: storageSentence(error), variant: 'destructive' }),
        ),
    },
  })
