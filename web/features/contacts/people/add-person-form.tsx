import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import { MAX_PLACE_LENGTH } from '#shared/contacts/follow-up.ts'
import { followUpLabels } from '#shared/contacts/follow-up-labels.ts'
import { type ContactCard, isPersonId, type PersonId } from '#shared/people/contract.ts'
import { DuplicateIndex } from '#shared/people/find-duplicates.ts'
import { currentPrivateDb } from '#web/db/tab/databases.ts'
import { writePlace } from '#web/features/contacts/follow-ups/mutations.ts'
import { writeNote } from '#web/features/contacts/notes/mutations.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { newPersonId, writePerson } from './mutations.ts'
import { blankTexts, detailFields, mainFields, PersonInputs } from './person-fields.tsx'
import { useSaving } from './use-saving.ts'

type AddProps = {
  cards: readonly ContactCard[]
  /** Where the last person was met; prefilled. */
  lastPlace: string
  onSaved: (id: PersonId, isLast: boolean) => void
}

/** Adds a person in one step: the name is enough, and everything works without a network. */
export function AddPersonForm({ cards, lastPlace, onSaved }: AddProps) {
  // `begun`: the id of a person of whom a part could not be stored. The form that is sent again, also after a reload, changes the same one.
  const { values, change, forget, status } = useDraft('person', { ...blankTexts, metAt: lastPlace, note: '', begun: '' })
  const { isBusy, fault, nameFault, form, save } = useSaving()
  const submit = (isLast: boolean) =>
    save(values.name, async () => {
      const { metAt, note, begun, ...fields } = values
      const added = isPersonId(begun) ? begun : newPersonId(Date.now())
      change('begun', added)
      await writePerson(added, fields, await currentPrivateDb()?.people.get(added))
      if (metAt.trim()) await writePlace(added, metAt.trim(), null)
      if (note.trim()) await writeNote({ contactId: added, text: note.trim() }, '')
      await forget({ ...values, begun: added })
      onSaved(added, isLast)
    })
  const index = useMemo(() => new DuplicateIndex(cards), [cards])
  const duplicates = index.find({ ...values, fund: values.organisation })
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      className="grid gap-5 max-sm:[&_:is(input,textarea,summary)]:scroll-mb-28"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <PersonInputs fields={mainFields} values={values} nameFault={nameFault} onChange={change} />
        <TextField
          label={followUpLabels.metAt}
          name="metAt"
          placeholder="e.g. ETHCC Brussels"
          autoComplete="off"
          maxLength={MAX_PLACE_LENGTH}
          value={values.metAt}
          onChange={({ target }) => change('metAt', target.value)}
        />
      </div>
      {duplicates.length > 0 && <Duplicates cards={duplicates} />}
      <TextArea
        label="Note"
        optional
        name="note"
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        placeholder="What you discussed and what to do next. Visible only to you."
        value={values.note}
        onChange={({ target }) => change('note', target.value)}
      />
      <details className="border-y border-rule" open={detailFields.some((field) => values[field] !== '') || undefined}>
        <summary className="min-h-11 cursor-pointer content-center font-medium">Email, phone and links</summary>
        <div className="grid gap-5 pt-2 pb-5 sm:grid-cols-2">
          <PersonInputs fields={detailFields} values={values} onChange={change} />
        </div>
      </details>
      {fault && <Notice tone="red">{fault}</Notice>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-rule bg-page max-sm:sticky max-sm:bottom-[calc(var(--bottom-bar)+1.625rem)] max-sm:z-10 max-sm:-mx-5 max-sm:border-t max-sm:px-5 max-sm:py-3">
        <Button type="submit" isBusy={isBusy} className="max-sm:flex-1" onClick={() => void submit(true)}>
          Save person
        </Button>
        <Button type="button" variant="outline" disabled={isBusy} className="max-sm:px-3" onClick={() => void submit(false)}>
          Save and add another
        </Button>
        <DraftStatusNote {...status} isKept={status.isKept && values.name.trim() !== ''} />
      </div>
    </form>
  )
}

function Duplicates({ cards }: { cards: readonly ContactCard[] }) {
  return (
    <Notice tone="plain" title="Already in your contacts?">
      <ul>
        {cards.slice(0, 3).map(({ id, name, fund }) => (
          <li key={id}>
            <Link to="/contacts/$id" params={{ id }} className="underline underline-offset-4">
              {[name, fund].filter(Boolean).join(', ')}
            </Link>
            {!isPersonId(id) && ' (unlocked)'}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
