import type { FormEvent } from 'react'
import { FEEDBACK_CATEGORIES } from '#shared/help/categories.ts'
import { MAX_LINE_LENGTH, MAX_MESSAGE_LENGTH } from '#shared/help/contract.ts'
import type { MutationId } from '#shared/ids.ts'
import { cleanText } from '#shared/text.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { feedbackForm } from './forms.ts'
import { HoneypotField } from './honeypot-field.tsx'
import { SentNote } from './sent-notice.tsx'
import { useHelpForm } from './use-help-form.ts'

/** Feedback requires only a message; the name and the address are optional. */
export function FeedbackForm({ edits }: { edits: MutationId | undefined }) {
  const db = usePrivateDb()
  const { typed, field, draftStatus, isSaving, sentId, change, submit } = useHelpForm(db, feedbackForm, undefined, edits)
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form onSubmit={send} noValidate>
      {/* Disabled until the form is filled with the stored draft, so that typed text is not overwritten. */}
      <fieldset disabled={!typed} className="grid min-w-0 gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Name" optional autoComplete="name" maxLength={MAX_LINE_LENGTH} {...field('name')} />
          <TextField
            label="Email"
            optional
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            hint="We reply here too. Our reply always appears on this device."
            {...field('email')}
          />
        </div>
        <SelectField label="Category" {...field('category')}>
          {FEEDBACK_CATEGORIES.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextArea label="Message" rows={6} required maxLength={MAX_MESSAGE_LENGTH} dir="auto" {...field('message')} />
        <HoneypotField value={typed?.homepage ?? ''} onChange={(value) => change('homepage', value)} />
        <div className="grid gap-3">
          <Button
            type="submit"
            isBusy={isSaving}
            disabled={cleanText(typed?.message ?? '') === ''}
            className="justify-self-start max-sm:w-full"
          >
            Send to Latchkey Team
          </Button>
          <DraftStatusNote {...draftStatus} isKept={draftStatus.isKept && cleanText(typed?.message ?? '') !== ''} />
          {sentId && <SentNote id={sentId} form={feedbackForm} />}
        </div>
      </fieldset>
    </form>
  )
}
