import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

const LONGEST = 1000

/** Dialog before a decision whose reason another person will read. */
export type Question = {
  title: string
  /** Consequences of the decision, and for which users. */
  text: ReactNode
  label: string
  /** Label of the confirmation button. */
  action: string
  isDanger?: boolean
  isOptional?: boolean
  /** A second choice that belongs to the decision. */
  choice?: string
  /** Without this choice the decision cannot be made. */
  mustChoose?: boolean
  /** @returns whether it succeeded; otherwise the text remains for another attempt */
  onDecide: (reason: string, isChosen: boolean) => Promise<boolean>
}

type Props = { question: Question; isOnline: boolean; onClose: () => void }

export function ReasonDialog({ question, isOnline, onClose }: Props) {
  const { title, text, label, action, isDanger, isOptional, choice, mustChoose, onDecide } = question
  const [isChosen, setChosen] = useState(false)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isOptional && !reason.trim()) return setError('Please say why: it is what they will read.')
    setBusy(true)
    const isDone = await onDecide(reason.trim(), isChosen)
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <Dialog title={title} isOpen onClose={onClose} canClose={!isBusy}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p className="text-soft">{text}</p>
        <TextArea
          label={label}
          optional={isOptional ?? false}
          rows={5}
          maxLength={LONGEST}
          value={reason}
          error={error}
          onChange={(event) => {
            setReason(event.target.value)
            setError(undefined)
          }}
        />
        {choice && (
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="checkbox border-edge"
              checked={isChosen}
              onChange={(event) => setChosen(event.target.checked)}
            />
            {choice}
          </label>
        )}
        {!isOnline && <Notice title="Review needs a connection">Your words stay here until you are back.</Notice>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={isDanger ? 'danger' : 'ink'}
            isBusy={isBusy}
            disabled={!isOnline || (mustChoose && !isChosen)}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
