import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { BILLING_FIELDS, BillingDetails } from '#shared/documents/billing.ts'
import type { DraftId } from '#web/db/private-database.ts'
import type { BillingErrors } from './billing-fields.tsx'
import { firstErrors } from './first-errors.ts'
import { useDraft } from './use-draft.ts'

/**
 * A form of `BillingFields`: its draft, what is wrong in it, and what the last attempt to send it said.
 *
 * @param send  sends valid details; resolves with what the form shows when they were refused
 */
export function useBillingForm(
  draft: DraftId,
  initial: BillingDetails,
  send: (details: BillingDetails, clear: () => Promise<unknown>) => Promise<string | undefined>,
) {
  const { values, change, clear, status, isChanged } = useDraft(draft, initial)
  const [errors, setErrors] = useState<BillingErrors>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    const read = v.safeParse(BillingDetails, values)
    setErrors(firstErrors(read.issues, BILLING_FIELDS))
    if (!read.success) return
    setBusy(true)
    setProblem(await send(read.output, clear))
    setBusy(false)
  }
  return { fields: { values, errors, onChange: change }, clear, status, isChanged, problem, isBusy, submit }
}
