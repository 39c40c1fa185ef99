import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ConversationStage } from '#shared/contacts/conversation.ts'
import type { VcId } from '#shared/ids.ts'
import { commitments, type Deal, type DealField, instruments, MAX_DEAL_LINE, noDeal } from '#shared/raise/contract.ts'
import { commitmentLabels, dealLabels, instrumentLabels } from '#shared/raise/labels.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { writeDeal } from './mutations.ts'
import { useChosen } from './use-chosen.ts'
import { useAmount, useLine } from './use-line.ts'

const PROBABILITIES = [0, 10, 25, 50, 75, 90, 100]

type Props = { id: VcId; deal: Deal | null; stage: ConversationStage | null; calendar?: ReactNode }

/** The deal with a contact: every change is stored on this device immediately and synced when possible. */
export function DealEditor({ id, deal, stage, calendar }: Props) {
  const { chosen, choose } = useChosen(id, deal)
  const write = (field: DealField) => (value: string | number | null, seen: string | number | null) =>
    writeDeal(id, { [field]: value }, { ...noDeal, [field]: seen })
  const amount = useAmount(deal?.amount ?? null, write('amount'))
  const introducedBy = useLine(deal?.introducedBy ?? null, write('introducedBy'))
  const nextStep = useLine(deal?.nextStep ?? null, write('nextStep'))
  const passReason = useLine(deal?.passReason ?? null, write('passReason'))
  const { instrument, probability, commitment } = chosen
  const isKept = [amount, introducedBy, nextStep, passReason].every((line) => line.isKept)
  const line = { maxLength: MAX_DEAL_LINE, autoComplete: 'off', dir: 'auto' } as const

  return (
    <div data-kept={isKept} className="rounded-box border border-rule bg-sheet p-5 sm:p-6">
      <div className="mb-4 flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 className="text-[1.375rem]">Deal</h2>
        <Link to="/raise" className="text-sm text-soft underline underline-offset-4 hover:text-ink">
          Your raise
        </Link>
      </div>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <TextField
          label={dealLabels.amount}
          placeholder="e.g. 250k"
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          className="tabular-nums"
          {...amount.field}
        />
        <SelectField
          label={dealLabels.commitment}
          value={commitment ?? ''}
          onChange={({ target }) => choose({ commitment: commitments.find((each) => each === target.value) ?? null })}
        >
          <option value="">Not set</option>
          {commitments.map((each) => (
            <option key={each} value={each}>
              {commitmentLabels[each]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={dealLabels.instrument}
          value={instrument ?? ''}
          onChange={({ target }) => choose({ instrument: instruments.find((each) => each === target.value) ?? null })}
        >
          <option value="">Not set</option>
          {instruments.map((each) => (
            <option key={each} value={each}>
              {instrumentLabels[each]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={dealLabels.probability}
          value={probability ?? ''}
          onChange={({ target }) => choose({ probability: target.value === '' ? null : Number(target.value) })}
        >
          <option value="">Not set</option>
          {[...new Set([...PROBABILITIES, ...(probability === null ? [] : [probability])])]
            .sort((a, b) => a - b)
            .map((each) => (
              <option key={each} value={each}>
                {each} %
              </option>
            ))}
        </SelectField>
        <div>
          <TextField label={dealLabels.nextStep} placeholder="e.g. Send the data room" {...line} {...nextStep.field} />
          {deal?.nextStep && calendar}
        </div>
        <TextField label={dealLabels.introducedBy} placeholder="e.g. Liv Aalto" {...line} {...introducedBy.field} />
        {(stage === 'passed' || passReason.field.value !== '') && (
          <TextField label={dealLabels.passReason} placeholder="e.g. Too early" {...line} {...passReason.field} />
        )}
      </div>
    </div>
  )
}
