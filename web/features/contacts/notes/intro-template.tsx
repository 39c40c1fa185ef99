import { useState } from 'react'
import { type Contact, introOf, MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import { mailOfText } from '#shared/templates/fill.ts'
import { TemplatePicker } from '#web/features/contacts/templates/template-picker.tsx'
import { SavedTextStatus } from '#web/forms/saved-text-status.tsx'
import { useSavedText } from '#web/forms/use-saved-text.ts'
import { BlanksNote } from '#web/ui/blanks-note.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { writeIntro } from './mutations.ts'
import { TextVersions } from './text-versions.tsx'

type Props = {
  contact: Contact
  /** The user's own template, filled in; empty without one. */
  template?: string
}

/** The introduction written for this purchase, to be edited, copied and sent from the user's own mailbox. */
export function IntroTemplate({ contact, template = '' }: Props) {
  const { id, ownIntro } = contact
  const unwritten = template || contact.introTemplate
  // An emptied field stays empty while it has focus, and shows the text of the purchase again on blur.
  const [isEmptied, setIsEmptied] = useState(false)
  const saved = isEmptied && !ownIntro?.text ? '' : introOf({ ownIntro, introTemplate: unwritten })
  const write = async (text: string, base: string) => {
    // Without an own introduction, an emptied field deletes nothing.
    if (text !== '' || ownIntro) await writeIntro({ contactId: id, text }, base)
  }
  const { text, phase, type, save, events } = useSavedText(saved, write)
  const use = (next: string) => {
    type(next)
    save()
  }
  return (
    <div data-kept={phase === 'saved'}>
      <TextArea
        label="Introduction"
        hint={
          template
            ? 'From your template. What you edit is saved with this contact. Clear it to restore the template.'
            : 'Edit it freely. It is saved with this contact. Clear it to restore the original text.'
        }
        rows={9}
        maxLength={MAX_NOTE_LENGTH}
        value={text}
        dir="auto"
        className="leading-relaxed"
        onChange={({ target }) => {
          setIsEmptied(target.value === '')
          type(target.value)
        }}
        {...events}
        onBlur={() => {
          events.onBlur()
          setIsEmptied(false)
        }}
      />
      <TemplatePicker contact={contact} current={text} generated={contact.introTemplate} onUse={use} />
      <BlanksNote text={text} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4">
        <CopyButton text={mailOfText(text).text} thing="Introduction" />
        <SavedTextStatus text={text} phase={phase} isShown={Boolean(ownIntro) || phase !== 'saved'} />
      </div>
      {ownIntro && (
        <TextVersions
          thing="introduction"
          text={ownIntro.text}
          clashes={ownIntro.clashes}
          onSettle={(text, settles) => void writeIntro({ contactId: id, text, settles }, ownIntro.text)}
        />
      )}
    </div>
  )
}
