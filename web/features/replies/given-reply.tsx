import { type Reply, replyLabels } from '#shared/replies/contract.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatLongDate } from '#web/ui/dates.ts'

type Props = {
  reply: Reply
  title: string
  /** The title says what was chosen. */
  withoutChoice?: boolean
}

/** An investor's reply, for either side. */
export function GivenReply({ reply: { choice, text, repliedAt }, title, withoutChoice = false }: Props) {
  return (
    <div className="grid gap-2 pb-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        <span>{title}</span>
        {!withoutChoice && <Badge tone={choice === 'yes' ? 'green' : 'plain'}>{replyLabels[choice]}</Badge>}
        <time dateTime={repliedAt}>{formatLongDate(repliedAt)}</time>
      </p>
      {text && (
        <p className="break-words whitespace-pre-wrap" dir="auto">
          {text}
        </p>
      )}
    </div>
  )
}
