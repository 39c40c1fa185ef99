import { type ReactNode, useState } from 'react'
import { TextDialog } from '#web/forms/text-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

const LONGEST = 1000

/** Dialog before a decision whose reason another person will read. */
export type Question = {
  /** The decision and its entry: where the reason is kept until the decision is made. */
  draftId: `admin:${string}`
  title: string
  /** Consequences of the decision, and for which users. */
  text: ReactNode
  label: string
  /** Label of the confirmation button. */
  action: string
  isDanger?: boolean
  isOptional?: boolean
  /** Message for a missing reason, where only admins read it. */
  missing?: string
  /** A second choice that belongs to the decision. */
  choice?: string
  /** Without this choice the decision cannot be made. */
  mustChoose?: boolean
  /** @returns whether it succeeded; otherwise the text remains for another attempt */
  onDecide: (reason: string, isChosen: boolean) => Promise<boolean>
}

type Props = { question: Question; isOnline: boolean; onClose: () => void }

export function ReasonDialog({ question, isOnline, onClose }: Props) {
  const { draftId, title, text, label, action, isDanger, isOptional, choice, mustChoose, onDecide } = question
  const { missing = 'Enter a reason. The recipient will see it.' } = question
  const [isChosen, setChosen] = useState(false)
  return (
    <TextDialog
      draftId={draftId}
      title={title}
      field={{ label, rows: 5, maxLength: LONGEST }}
      missing={isOptional ? undefined : missing}
      below={
        <>
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
          {!isOnline && (
            <Notice title="Review needs a connection">You’re offline. Your text stays here until you reconnect.</Notice>
          )}
        </>
      }
      action={action}
      variant={isDanger ? 'danger' : 'ink'}
      canSend={isOnline && (!mustChoose || isChosen)}
      onSend={async (reason) => {
        const isDecided = await onDecide(reason, isChosen)
        if (isDecided) onClose()
        return isDecided
      }}
      onClose={onClose}
    >
      <p className="text-soft">{text}</p>
    </TextDialog>
  )
}
