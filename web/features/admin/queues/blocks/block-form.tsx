import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { AddBlock, DEFAULT_BLOCK_DAYS, TYPED_BLOCK_KINDS } from '#shared/admin/blocks.ts'
import { addBlock } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { firstErrors } from '#web/forms/first-errors.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { LabelledSelect } from '#web/ui/labelled-select.tsx'
import { blockLabels } from './block-labels.ts'

type Props = { settle: Settle; busyWith: string | undefined }
type Errors = { value?: string; reason?: string }

const NO_END = 'none'
const ENDS = [
  ['1', 'In a day'],
  ['7', 'In a week'],
  [String(DEFAULT_BLOCK_DAYS), 'In 30 days'],
  ['365', 'In a year'],
  [NO_END, 'No end'],
] as const

/** Adds an entry to the block list. */
export function BlockForm({ settle, busyWith }: Props) {
  const empty = { kind: 'email', value: '', reason: '', days: String(DEFAULT_BLOCK_DAYS) }
  const { values, change, clear, status } = useDraft('admin:block', empty)
  const { kind, value, reason, days } = values
  const [errors, setErrors] = useState<Errors>({})

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = v.safeParse(AddBlock, { kind, value, reason, days: days === NO_END ? null : Number(days) })
    setErrors(firstErrors(read.issues, ['value', 'reason']))
    if (!read.success) return
    const about = { targetId: 'block', title: 'Blocked', sentence: `Requests of ${value.trim()} are refused from now on.` }
    if (await settle(about, () => addBlock(read.output))) await clear()
  }
  return (
    <section aria-labelledby="add-block">
      <h2 id="add-block" className="border-b border-edge pb-2 text-2xl">
        Block a sender
      </h2>
      <p className="pt-5 text-soft">
        Refuses sign-ups, password links, purchases and calls of guests, support messages, profile requests and the newsletter.
        Accounts that have confirmed their address keep working: ban them on their page. A card is blocked from an order that it
        paid, on the page of its buyer.
      </p>
      <form onSubmit={submit} noValidate className="grid gap-5 pt-5">
        <div className="flex flex-wrap gap-3">
          <LabelledSelect
            label="Kind"
            value={kind}
            options={TYPED_BLOCK_KINDS.map((one) => [one, blockLabels[one]] as const)}
            onChange={(chosen) => change('kind', chosen)}
          />
          <LabelledSelect label="Ends" value={days} options={ENDS} onChange={(chosen) => change('days', chosen)} />
        </div>
        <TextField
          label="What to block"
          autoComplete="off"
          spellCheck={false}
          hint="For example ada@spam.example, spam.example, 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48."
          value={value}
          onChange={({ target }) => change('value', target.value)}
          error={errors.value}
        />
        <TextArea
          label="Reason"
          optional={false}
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => change('reason', target.value)}
          error={errors.reason}
        />
        <DraftStatusNote {...status} />
        <Button type="submit" variant="danger" isBusy={busyWith === 'block'} className="justify-self-start">
          Block
        </Button>
      </form>
    </section>
  )
}
