import { MAX_REPLY_LENGTH, type ReplyChoice, replyChoices, replyLabels } from '#shared/replies/contract.ts'
import { ChipGroup } from '#web/ui/chip-group.tsx'
import { TextArea } from '#web/ui/field.tsx'

type Props = {
  founderName: string
  choice: ReplyChoice | undefined
  text: string
  onChoose: (choice: ReplyChoice) => void
  onText: (text: string) => void
}

const hints: Record<ReplyChoice, string> = {
  yes: 'For example when you are free, or what you want to see first.',
  'not-now': 'For example why, and when to write again.',
  'no-fit': 'For example what you invest in instead.',
}

/** The choice and the optional line of a reply. */
export function ReplyFields({ founderName, choice, text, onChoose, onText }: Props) {
  return (
    <>
      <ChipGroup
        legend={`Reply to ${founderName}`}
        options={replyChoices.map((each) => [each, replyLabels[each]] as const)}
        isChosen={(each) => each === choice}
        onChoose={onChoose}
      />
      {choice && (
        <TextArea
          label="A line to the founder"
          optional
          rows={2}
          dir="auto"
          maxLength={MAX_REPLY_LENGTH}
          hint={hints[choice]}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </>
  )
}
