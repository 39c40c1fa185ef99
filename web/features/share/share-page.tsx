import { FileUp, PenLine, UserPlus, UserRound, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '#shared/format/count.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Loss } from './use-shared.ts'

export type Person = { id: string; name: string; fund: string | null; imageUrl: string | null }

type Props = {
  words: string
  onWords: (words: string) => void
  people: readonly Person[]
  /** The contact whose card was shared, when this device stores that contact. */
  suggestedId: string | undefined
  /** Each resolves when the text is stored on this device, and throws when it is not. */
  onNote: (person: Person) => Promise<void>
  onDraft: (() => Promise<void>) | undefined
  onPerson: (() => Promise<void>) | undefined
  onDiscard: () => void
  onFiles: (files: readonly File[]) => void
  /** The names of several shared cards; empty for one card or none. */
  cardNames: readonly string[]
  /** Opens the people of several cards. */
  onCards: () => void
  /** Why a part of what was shared is not here. */
  loss: Loss | undefined
}

const LOSSES: Record<Loss, string> = {
  file: 'Shared files were not stored: they are larger than 10 MB, or this device had no room. Share them again.',
  start: 'What you shared was not stored, because the app had to start first. It is open now: share it again.',
}

/** Assigns content shared from another app: to a contact, or to the user's own project. */
export function SharePage(props: Props) {
  const { words, onWords, people, suggestedId, onNote, onPerson, onDraft, onDiscard, onFiles, cardNames, onCards, loss } = props
  const [failure, setFailure] = useState<string>()
  const [busyWith, setBusyWith] = useState<string>()
  const put = async (place: string, work: () => Promise<void>) => {
    setBusyWith(place)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(error instanceof Error && error.message.length < 120 ? error.message : 'Couldn’t save on this device.')
    }
    setBusyWith(undefined)
  }

  return (
    <NarrowPage title="Save where?" lead="Saved on this device until you choose. Works offline.">
      <div className="grid gap-6" data-kept="true">
        {loss && <Notice tone="red">{LOSSES[loss]}</Notice>}
        {cardNames.length > 0 && <Cards names={cardNames} onCards={onCards} />}
        <TextArea
          label="Shared content"
          rows={cardNames.length > 0 ? 2 : 5}
          value={words}
          onChange={({ target }) => onWords(target.value)}
          dir="auto"
        />
        {failure && (
          <Notice tone="red" title="Not saved">
            {failure} Your text is still here.
          </Notice>
        )}
        {words.trim() === '' && cardNames.length === 0 && <OpenCard onFiles={onFiles} />}
        {words.trim() === '' ? (
          cardNames.length > 0 && (
            <Button variant="quiet" className="justify-self-start" onClick={onDiscard}>
              Discard
            </Button>
          )
        ) : (
          <>
            {onDraft && (
              <Button isBusy={busyWith === 'draft'} onClick={() => void put('draft', onDraft)}>
                <PenLine className="size-4" aria-hidden="true" />
                Add to my project’s description
              </Button>
            )}
            {onPerson && (
              <Button variant="outline" isBusy={busyWith === 'person'} onClick={() => void put('person', onPerson)}>
                <UserPlus className="size-4" aria-hidden="true" />
                Add as a new person
              </Button>
            )}
            <People
              people={people}
              suggestedId={suggestedId}
              busyWith={busyWith}
              onPick={(each) => void put(each.id, () => onNote(each))}
            />
            <Button variant="quiet" className="justify-self-start" onClick={onDiscard}>
              Discard
            </Button>
          </>
        )}
      </div>
    </NarrowPage>
  )
}

/** As many names as fit into two lines of a phone. */
const SHOWN_NAMES = 4

function Cards({ names, onCards }: { names: readonly string[]; onCards: () => void }) {
  const more = names.length - SHOWN_NAMES
  return (
    <section aria-label="Contact cards" className="grid gap-3 rounded-box border border-rule bg-sheet p-4">
      <p>
        <span className="font-medium">{formatCount(names.length)} contact cards:</span>{' '}
        <bdi>{names.slice(0, SHOWN_NAMES).join(', ')}</bdi>
        {more > 0 && ` and ${formatCount(more)} more`}
      </p>
      <Button className="justify-self-start max-sm:w-full" onClick={onCards}>
        <UsersRound className="size-4" aria-hidden="true" />
        Add {formatCount(names.length)} people
      </Button>
    </section>
  )
}

function OpenCard({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <div className="text-soft">
      <p>Nothing shared yet. Share a text, link or page with Latchkey from another app, or open a contact card.</p>
      <label className="btn mt-4 min-h-11 border-edge bg-transparent font-medium text-ink shadow-none hover:bg-well has-focus-visible:outline-2">
        <FileUp className="size-4" aria-hidden="true" />
        Open a contact card
        <input
          type="file"
          multiple
          accept=".vcf,.vcard,text/vcard"
          className="sr-only"
          onChange={({ target }) => onFiles([...(target.files ?? [])])}
        />
      </label>
    </div>
  )
}

/** A list longer than this gets a search field. */
const MANY = 6

type PeopleProps = Pick<Props, 'people' | 'suggestedId'> & { busyWith: string | undefined; onPick: (person: Person) => void }

function People({ people, suggestedId, busyWith, onPick }: PeopleProps) {
  const [query, setQuery] = useState('')
  const needle = query.trim().toLowerCase()
  const matches = people
    .filter(({ name, fund }) => `${name} ${fund ?? ''}`.toLowerCase().includes(needle))
    .toSorted((a, b) => Number(b.id === suggestedId) - Number(a.id === suggestedId) || a.name.localeCompare(b.name))
  return (
    <section aria-labelledby="share-people">
      <h2 id="share-people" className="text-xl">
        As a note on a contact
      </h2>
      {people.length === 0 && (
        <p className="mt-2 flex items-center gap-2 text-sm text-soft">
          <UserRound className="size-4" aria-hidden="true" />
          No contacts on this device.
        </p>
      )}
      {people.length > MANY && (
        <div className="mt-3">
          <TextField label="Find a contact" type="search" value={query} onChange={({ target }) => setQuery(target.value)} />
        </div>
      )}
      <ul className="mt-3 border-t border-rule">
        {matches.map((person) => (
          <li key={person.id} className="border-b border-rule">
            <button
              type="button"
              disabled={busyWith !== undefined}
              onClick={() => onPick(person)}
              className="flex min-h-14 w-full cursor-pointer items-center gap-3 py-2 text-left hover:bg-well"
            >
              <Avatar name={person.name} src={person.imageUrl} className="size-9" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium" dir="auto">
                  {person.name}
                </span>
                <span className="block truncate text-sm text-soft" dir="auto">
                  {person.fund}
                </span>
              </span>
              {person.id === suggestedId && <span className="text-sm text-soft">Same address</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
