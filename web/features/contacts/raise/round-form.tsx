import { conversationLabels, conversationStages } from '#shared/contacts/conversation.ts'
import { MAX_ROUND_NAME, MAX_STAGE_NAME, noRound, type Round, type RoundFields } from '#shared/raise/contract.ts'
import { TextField } from '#web/ui/field.tsx'
import { writeRound } from './mutations.ts'
import { useAmount, useLine } from './use-line.ts'

const write = (field: keyof RoundFields) => (value: string | number | null, seen: string | number | null) =>
  writeRound({ [field]: value }, { ...noRound, [field]: seen })

type LineProps = {
  round: Round | null
  field: Exclude<keyof RoundFields, 'target'>
  label: string
  placeholder: string
  max: number
}

function LineField({ round, field, label, placeholder, max }: LineProps) {
  const line = useLine(round?.[field] ?? null, write(field))
  return (
    <div data-kept={line.isKept}>
      <TextField label={label} placeholder={placeholder} maxLength={max} autoComplete="off" dir="auto" {...line.field} />
    </div>
  )
}

/** The round and the user's own names of the stages; each field saves itself. */
export function RoundForm({ round }: { round: Round | null }) {
  const target = useAmount(round?.target ?? null, write('target'))
  return (
    <div className="grid gap-6">
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2" data-kept={target.isKept}>
        <LineField round={round} field="name" label="Name of the round" placeholder="e.g. Seed 2026" max={MAX_ROUND_NAME} />
        <TextField
          label="Target"
          placeholder="e.g. 2M"
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          className="tabular-nums"
          {...target.field}
        />
      </div>
      <fieldset className="border-t border-rule pt-5">
        <legend className="sr-only">Names of the stages</legend>
        <h3 className="text-xl">Names of the stages</h3>
        <p className="mt-1 mb-4 text-sm text-soft">
          Your own names are shown in all lists and files. Empty fields keep the usual ones.
        </p>
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {conversationStages.map((stage) => (
            <LineField
              key={stage}
              round={round}
              field={stage}
              label={conversationLabels[stage]}
              placeholder={conversationLabels[stage]}
              max={MAX_STAGE_NAME}
            />
          ))}
        </div>
      </fieldset>
    </div>
  )
}
