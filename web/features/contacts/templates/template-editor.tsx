import { useRef } from 'react'
import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import type { MailTemplate, TemplateId } from '#shared/templates/contract.ts'
import { templateFields } from '#shared/templates/fill.ts'
import { TextVersions } from '#web/features/contacts/notes/text-versions.tsx'
import { SavedTextStatus } from '#web/forms/saved-text-status.tsx'
import { useSavedText } from '#web/forms/use-saved-text.ts'
import { TextArea } from '#web/ui/field.tsx'
import { writeTemplate } from './mutations.ts'

/** One template. It saves itself; an emptied one is removed. A field is inserted where the text was last edited. */
export function TemplateEditor({ id, template }: { id: TemplateId; template: MailTemplate | undefined }) {
  const saved = template?.text ?? ''
  const { text, phase, type, save, events } = useSavedText(saved, (text, base) => writeTemplate({ id, text }, base))
  const area = useRef<HTMLDivElement>(null)
  const insert = (field: string) => {
    const element = area.current?.querySelector('textarea')
    const [from, until] = [element?.selectionStart ?? text.length, element?.selectionEnd ?? text.length]
    const next = `${text.slice(0, from)}{${field}}${text.slice(until)}`
    if (next.length > MAX_NOTE_LENGTH) return
    type(next)
    save()
    element?.focus()
  }
  return (
    <div ref={area} data-kept={phase === 'saved'} className="grid gap-2">
      <TextArea
        label="Template"
        hint="The first line names it. Begin it with “Subject:” for the subject of the mail. Fields in braces are filled in for each contact. Clear the text to remove the template."
        rows={8}
        maxLength={MAX_NOTE_LENGTH}
        value={text}
        dir="auto"
        className="leading-relaxed"
        onChange={({ target }) => type(target.value)}
        {...events}
      />
      <SavedTextStatus text={text} phase={phase} />
      <ul aria-label="Fields" className="flex flex-wrap gap-2">
        {Object.entries(templateFields).map(([field, about]) => (
          <li key={field}>
            <button
              type="button"
              title={about}
              aria-label={`Insert ${field}: ${about}`}
              // The text keeps the focus and its selection. Otherwise it saves now, and the line about it moves this button from under
              // the pointer before it is released.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(field)}
              className="min-h-11 cursor-pointer rounded-field border border-edge px-3 text-sm hover:bg-well"
            >
              {`{${field}}`}
            </button>
          </li>
        ))}
      </ul>
      {template && (
        <TextVersions
          thing="template"
          text={template.text}
          clashes={template.clashes ?? []}
          onSettle={(chosen, settles) => void writeTemplate({ id, text: chosen, settles }, template.text)}
        />
      )}
    </div>
  )
}
