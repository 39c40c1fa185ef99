import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { conversationStages } from '#shared/contacts/conversation.ts'
import { type FollowUp, isDue, MAX_PLACE_LENGTH, MAX_RATING } from '#shared/contacts/follow-up.ts'
import { followUpLabels } from '#shared/contacts/follow-up-labels.ts'
import type { VcId } from '#shared/ids.ts'
import { cleanLine } from '#shared/text.ts'
import { useStageLabels } from '#web/features/contacts/raise/queries.ts'
import { savePhaseLabel } from '#web/forms/saved-text-status.tsx'
import { useSavedText } from '#web/forms/use-saved-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { RatingInput } from '#web/ui/rating-input.tsx'
import { dueLabel } from './due.ts'
import { DueField } from './due-field.tsx'
import { writePlace } from './mutations.ts'
import { useFollowUpChanges } from './use-follow-up-changes.ts'

type Props = {
  id: VcId
  followUp: FollowUp | null
  now: number
  canBeMailed: boolean
  /** Beside the date: adds it to a calendar. */
  calendar?: ReactNode
  /** Further fields of the follow-up. */
  children?: ReactNode
}

/** Follow-up of a contact: every change is stored on this device immediately and synced when possible. */
export function FollowUpEditor({ id, followUp, now, canBeMailed, calendar, children }: Props) {
  const { shown, change } = useFollowUpChanges(id, followUp)
  const { stage, rating, dueAt, remindByMail } = shown
  const stages = useStageLabels()
  const place = useSavedText(followUp?.metAt ?? '', (text, seen) => writePlace(id, text.trim() || null, seen), cleanLine)

  return (
    <div data-kept={place.phase === 'saved'} className="rounded-box border border-rule bg-sheet p-5 sm:p-6">
      <div className="mb-4 flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 className="text-[1.375rem]">Follow-up</h2>
        {dueAt && <Badge tone={isDue({ dueAt }, now) ? 'red' : 'plain'}>{dueLabel(dueAt, now)}</Badge>}
      </div>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <SelectField
          label={followUpLabels.stage}
          value={stage ?? ''}
          onChange={({ target }) => change({ stage: conversationStages.find((each) => each === target.value) ?? null })}
        >
          <option value="">Not started</option>
          {conversationStages.map((each) => (
            <option key={each} value={each}>
              {stages[each]}
            </option>
          ))}
        </SelectField>
        <RatingInput
          legend={followUpLabels.rating}
          icon={KeyRound}
          max={MAX_RATING}
          rating={rating}
          onRate={(next) => change({ rating: next })}
          canClear
        />
        <DueField
          dueAt={dueAt}
          now={now}
          remindByMail={remindByMail}
          canBeMailed={canBeMailed}
          onDue={(next) => change({ dueAt: next })}
          onRemind={(next) => change({ remindByMail: next })}
        >
          {calendar}
        </DueField>
        <TextField
          label={followUpLabels.metAt}
          placeholder="e.g. ETHCC Brussels"
          maxLength={MAX_PLACE_LENGTH}
          autoComplete="off"
          value={place.text}
          onChange={({ target }) => place.type(target.value)}
          {...place.events}
          hint={place.phase !== 'unsaved' && savePhaseLabel(place.text, place.phase)}
          error={place.phase === 'unsaved' && savePhaseLabel(place.text, place.phase)}
        />
        {children}
      </div>
    </div>
  )
}
