import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useState } from 'react'
import type { VcId } from '#shared/ids.ts'
import { type ContactCard, DELETED_PERSON_DAYS, isPersonId } from '#shared/people/contract.ts'
import type { JoinPlan } from '#shared/people/join-people.ts'
import { fold } from '#shared/search/normalise-text.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { useStageLabels } from '#web/features/contacts/raise/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { joinContacts, type Pair, previewJoin } from './join-contacts.ts'
import { pairOf } from './same-person.ts'

type Props = {
  shown: ContactCard
  cards: readonly ContactCard[]
  /** The contact to join with; chosen in the dialog without one. */
  other: ContactCard | undefined
  onClose: () => void
  onJoined: (id: VcId) => void
}

/** Joins two contacts after a look at what becomes of each text; it works offline. */
export default function JoinDialog({ shown, cards, other, onClose, onJoined }: Props) {
  const [chosen, setChosen] = useState(other)
  const [isSwapped, setSwapped] = useState(false)
  const proposed = chosen && pairOf(shown, chosen)
  // Of two people either may stay; what was bought always stays.
  const swapped = proposed && isPersonId(proposed.into) ? { from: proposed.into, into: proposed.from } : undefined
  const pair = isSwapped && swapped ? swapped : proposed
  const nameOf = (id: VcId) => (id === shown.id ? shown : chosen)?.name ?? ''
  return (
    <Dialog title={pair ? 'Join two contacts' : `Join ${shown.name} with…`} isOpen onClose={onClose}>
      {pair ? (
        <Preview
          pair={pair}
          names={{ from: nameOf(pair.from), into: nameOf(pair.into) }}
          onSwap={swapped && (() => setSwapped(!isSwapped))}
          onClose={onClose}
          onJoined={onJoined}
        />
      ) : (
        <Choice shown={shown} cards={cards} onChoose={setChosen} />
      )}
    </Dialog>
  )
}

/** Rows that a phone shows above its keyboard. */
const MOST = 6

type ChoiceProps = { shown: ContactCard; cards: readonly ContactCard[]; onChoose: (card: ContactCard) => void }

function Choice({ shown, cards, onChoose }: ChoiceProps) {
  const [text, setText] = useState('')
  const joinable = useMemo(() => cards.filter((card) => pairOf(shown, card)), [shown, cards])
  const words = fold(text).split(' ')
  const found = joinable.filter(({ name, fund, position }) => {
    const names = fold([name, fund, position].join(' '))
    return words.every((word) => names.includes(word))
  })
  return (
    <div className="grid gap-3">
      <SearchField label="Search contacts" placeholder="Name or fund" value={text} onChange={setText} />
      <ul className="grid">
        {found.slice(0, MOST).map((card) => (
          <li key={card.id}>
            <button
              type="button"
              className="min-h-12 w-full cursor-pointer rounded-field px-2 py-1 text-left hover:bg-well"
              onClick={() => onChoose(card)}
            >
              <span className="block truncate" dir="auto">
                {card.name}
              </span>
              <span className="block truncate text-sm text-soft" dir="auto">
                {[card.position, card.fund, card.unlockedAt && 'unlocked'].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-soft">
        {found.length === 0 ? 'No other contact matches.' : found.length > MOST && `${found.length - MOST} more: type a name.`}
      </p>
    </div>
  )
}

type PreviewProps = {
  pair: Pair
  names: { from: string; into: string }
  /** Makes the other one the contact that stays; `undefined` where only one can. */
  onSwap: (() => void) | undefined
  onClose: () => void
  onJoined: (id: VcId) => void
}

function Preview({ pair, names, onSwap, onClose, onJoined }: PreviewProps) {
  const db = usePrivateDb()
  const stages = useStageLabels()
  const plan = useLiveQuery(async () => db && ((await previewJoin(db, pair, stages)) ?? null), [db, pair.from, pair.into, stages])
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const join = async () => {
    if (!db) return
    setBusy(true)
    try {
      const isJoined = await joinContacts(db, pair)
      if (!isJoined) return onClose()
      toast({
        title: `${names.from} is now part of ${names.into}`,
        description: `${names.from} is under deleted people for ${DELETED_PERSON_DAYS} days.`,
      })
      onJoined(pair.into)
    } catch (error) {
      setFault(storageSentence(error) ?? 'Please try again.')
    } finally {
      setBusy(false)
    }
  }
  if (plan === null) return <p className="text-soft">One of the two contacts is not on this device any more.</p>
  return (
    <div className="grid gap-4">
      <p>
        <strong dir="auto">{names.from}</strong> becomes part of <strong dir="auto">{names.into}</strong>. Dated notes and photos
        move along, and no text is lost.
      </p>
      {plan && <Words plan={plan} into={names.into} />}
      {onSwap && (
        <Button variant="quiet" className="justify-self-start" onClick={onSwap}>
          Keep the details of {names.from} instead
        </Button>
      )}
      {fault && <Notice tone="red">Couldn’t save on this device. {fault}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isBusy} disabled={!plan} onClick={() => void join()}>
          Join contacts
        </Button>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function Words({ plan: { note, words }, into }: { plan: JoinPlan; into: string }) {
  const groups = [
    { title: `Added to ${into}`, lines: words.filled },
    { title: 'Kept in a dated note, because both have a value', lines: words.kept },
    { title: 'Note', lines: note === undefined ? [] : ['Both texts are kept, one below the other.'] },
  ]
  return groups
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => (
      <section key={title} aria-label={title}>
        <h3 className="column-head mb-1">{title}</h3>
        <ul>
          {lines.map((line) => (
            <li key={line} className="break-words" dir="auto">
              {line}
            </li>
          ))}
        </ul>
      </section>
    ))
}
