import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import type { DraftId } from '#web/db/private-database.ts'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { DraftStatusNote } from './draft-status.tsx'
import { useDraft } from './use-draft.ts'

type Props = {
  /** Where the text is kept until it is sent. */
  draftId: DraftId
  title: string
  /** What the text is about, above the field. */
  children: ReactNode
  field: Pick<ComponentProps<typeof TextArea>, 'label' | 'hint' | 'rows' | 'maxLength'>
  /** Error of an empty text; an optional text has none. */
  missing: string | undefined
  /** Between the field and the buttons: further choices, and why it could not be sent. */
  below: ReactNode
  action: ReactNode
  busyAction?: ReactNode
  variant?: ButtonVariant
  canSend: boolean
  /**
   * Receives the trimmed text. The dialog stays open, with the text, until `onClose` or the parent closes it.
   *
   * @returns whether the text was sent; its draft is deleted then
   */
  onSend: (text: string) => Promise<boolean>
  onClose: () => void
}

/** A dialog that asks for one text and sends it. A text that was not sent is a draft of this device. */
export function TextDialog(props: Props) {
  const {
    draftId,
    title,
    children,
    field,
    missing,
    below,
    action,
    busyAction = action,
    variant = 'ink',
    canSend,
    onSend,
    onClose,
  } = props
  const { values, change, clear, status } = useDraft(draftId, { text: '' })
  const { text } = values
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (missing && !text.trim()) return setError(missing)
    setBusy(true)
    try {
      if (await onSend(text.trim())) await clear()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={title} isOpen onClose={onClose} canClose={!isBusy}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {children}
        <TextArea
          {...field}
          data-first-focus
          optional={!missing}
          value={text}
          error={error}
          onChange={(event) => {
            change('text', event.target.value)
            setError(undefined)
          }}
        />
        <DraftStatusNote {...status} />
        {below}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={variant} isBusy={isBusy} disabled={!canSend}>
            {isBusy ? busyAction : action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
