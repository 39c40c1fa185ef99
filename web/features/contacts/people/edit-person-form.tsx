import type { FormEvent } from 'react'
import { type Person, type PersonField, type PersonFields, personFields } from '#shared/people/contract.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { writePerson } from './mutations.ts'
import { PersonInputs, type PersonTexts } from './person-fields.tsx'
import { readSeen } from './seen-values.ts'
import { useSaving } from './use-saving.ts'

/**
 * The field of the draft with the values that its author saw when the first one was typed: the base of the merge. A text that another
 * device has written since, also before the draft was opened again, is not overwritten.
 */
const SEEN = 'seen'

const pick = (person: PersonFields) => Object.fromEntries(personFields.map((field) => [field, person[field]])) as PersonFields

type EditProps = { person: Person; onDone: () => void }

/** Changes a person. Only the fields that differ are sent. */
export function EditPersonForm({ person, onDone }: EditProps) {
  const shown = Object.fromEntries(personFields.map((field) => [field, person[field] ?? ''])) as PersonTexts
  const { values, change: changeDraft, clear, status } = useDraft(`person:${person.id}`, { ...shown, [SEEN]: '' })
  const { isBusy, fault, nameFault, form, save } = useSaving()
  const change = (field: PersonField, value: string) => {
    if (values[SEEN] === '') changeDraft(SEEN, JSON.stringify(pick(person)))
    changeDraft(field, value)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(values.name, async () => {
      const seen = readSeen(values[SEEN]) ?? pick(person)
      const typed = personFields.filter((field) => values[field] !== shown[field])
      await writePerson(person.id, { ...seen, ...Object.fromEntries(typed.map((field) => [field, values[field]])) }, seen)
      await clear()
      onDone()
    })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <PersonInputs fields={personFields} values={values} nameFault={nameFault} onChange={change} />
      </div>
      {fault && <Notice tone="red">{fault}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" isBusy={isBusy}>
          Save changes
        </Button>
        <Button type="button" variant="quiet" onClick={() => void clear().then(onDone)}>
          Cancel
        </Button>
        <DraftStatusNote {...status} />
      </div>
    </form>
  )
}
