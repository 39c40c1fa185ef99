import { type FormEvent, useRef } from 'react'
import { SUPPORT_CATEGORIES } from '#shared/help/categories.ts'
import { MAX_LINE_LENGTH, MAX_MESSAGE_LENGTH } from '#shared/help/contract.ts'
import type { MutationId } from '#shared/ids.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { supportForm } from './forms.ts'
import { HoneypotField } from './honeypot-field.tsx'
import { SentNote } from './sent-notice.tsx'
import { type Person, useHelpForm } from './use-help-form.ts'

type Props = { person: Person; edits: MutationId | undefined }

export function SupportForm({ person, edits }: Props) {
  const db = usePrivateDb()
  const form = useRef<HTMLFormElement>(null)
  const { typed, field, draftStatus, isSaving, sentId, change, submit } = useHelpForm(db, supportForm, person, edits)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const invalid = await submit()
    const first = Object.keys(supportForm.blank).find((name) => invalid?.[name])
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }
  const isBegun = Boolean(typed?.subject?.trim() || typed?.message?.trim())
  return (
    <form ref={form} onSubmit={(event) => void send(event)} noValidate>
      {/* Disabled until the form is filled with the stored draft, so that typed text is not overwritten. */}
      <fieldset disabled={!typed} className="grid min-w-0 gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Name" autoComplete="name" maxLength={MAX_LINE_LENGTH} {...field('name')} />
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            hint="We reply by email and on this device."
            {...field('email')}
          />
        </div>
        <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
          <TextField label="Subject" maxLength={MAX_LINE_LENGTH} dir="auto" {...field('subject')} />
          <SelectField label="Category" {...field('category')}>
            {SUPPORT_CATEGORIES.map(([id, label]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <TextArea label="Message" rows={6} maxLength={MAX_MESSAGE_LENGTH} dir="auto" {...field('message')} />
        <HoneypotField value={typed?.homepage ?? ''} onChange={(value) => change('homepage', value)} />
        <div className="grid gap-3">
          <Button type="submit" isBusy={isSaving} className="justify-self-start max-sm:w-full">
            Send support request
          </Button>
          <DraftStatusNote {...draftStatus} isKept={draftStatus.isKept && isBegun} />
          {sentId && <SentNote id={sentId} form={supportForm} />}
        </div>
      </fieldset>
    </form>
  )
}
