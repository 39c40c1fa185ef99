import { useMemo, useState } from 'react'
import type { VcId } from '#shared/ids.ts'
import { DELETED_PERSON_DAYS, type DeletePerson, type Person, toCard } from '#shared/people/contract.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { cardLines } from '#web/features/contacts/card-lines.ts'
import { MainActions } from '#web/features/contacts/contact-actions.tsx'
import { ContactDetails } from '#web/features/contacts/contact-details.tsx'
import { ContactLayout, type OwnParts } from '#web/features/contacts/contact-layout.tsx'
import { LongMail } from '#web/features/contacts/templates/long-mail.tsx'
import { useDefaultText } from '#web/features/contacts/templates/queries.ts'
import { TemplatePicker } from '#web/features/contacts/templates/template-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatLongDate } from '#web/ui/dates.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { EditPersonForm } from './edit-person-form.tsx'
import { JoinWith, LooksLike } from './join/looks-like.tsx'
import { deletePerson } from './mutations.ts'
import { readSeen } from './queries.ts'

type Props = OwnParts & { person: Person; onDeleted: () => void; onJoined: (id: VcId) => void }

/** One person whom the user added; it works offline. */
export function PersonPage({ person, onDeleted, onJoined, ...own }: Props) {
  const [isEditing, setEditing] = useState(false)
  const db = usePrivateDb()
  const { id, addedAt, deletedAt } = person
  const card = useMemo(() => toCard(person), [person])
  const template = useDefaultText(card)
  const hasDetails = cardLines(card).length > 0
  const remove = async () => {
    if (!(await put({ id, isDeleted: true }, async () => db && readSeen(db, person)))) return
    offerUndo(person)
    onDeleted()
  }
  const actions = (
    <>
      {deletedAt !== null && (
        <div className="mt-6 flex flex-wrap items-center gap-3">
          <Notice title={`Deleted on ${formatLongDate(deletedAt)}`}>
            The person, your note and the follow-up are removed after {DELETED_PERSON_DAYS} days.
          </Notice>
          <Button variant="outline" onClick={() => void put({ id, isDeleted: false })}>
            Restore
          </Button>
        </div>
      )}
      {deletedAt === null && <LooksLike contact={card} onJoined={onJoined} />}
      <MainActions contact={card} intro={template} />
      {card.email && <LongMail contact={card} />}
      {deletedAt === null && card.email && <TemplatePicker contact={card} />}
    </>
  )
  const details = isEditing ? (
    <EditPersonForm person={person} onDone={() => setEditing(false)} />
  ) : (
    <>
      {hasDetails && <ContactDetails contact={card} />}
      <Button variant="outline" className="mt-3" onClick={() => setEditing(true)}>
        {hasDetails ? 'Edit details' : 'Add details'}
      </Button>
    </>
  )
  const foot = (
    <>
      <p>
        Added by you on <time dateTime={addedAt}>{formatLongDate(addedAt)}</time>. Visible only to you.
      </p>
      {deletedAt === null && (
        <span className="ml-auto flex flex-wrap gap-x-4">
          <JoinWith contact={card} onJoined={onJoined} />
          <Button variant="quiet" onClick={() => void remove()}>
            Delete person
          </Button>
        </span>
      )}
    </>
  )
  return <ContactLayout contact={card} actions={actions} details={details} foot={foot} {...own} />
}

/** Deletes a person or undoes it. @returns whether it is stored on this device; if not, the screen shows why */
async function put(change: DeletePerson, readBase?: () => Promise<string[] | undefined>): Promise<boolean> {
  try {
    await deletePerson(change, await readBase?.())
    return true
  } catch (error) {
    toast({ title: 'Couldn’t save on this device', description: storageSentence(error), variant: 'destructive' })
    return false
  }
}

const offerUndo = ({ id, name }: Person) =>
  toast({
    title: `${name} was deleted`,
    description: `You can restore it from your contacts for ${DELETED_PERSON_DAYS} days.`,
    action: { label: 'Undo', onAct: () => void put({ id, isDeleted: false }) },
  })
