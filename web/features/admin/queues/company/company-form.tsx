import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { type AdminCompany, COMPANY_FIELDS, Company, type CompanyField } from '#shared/company/contract.ts'
import { companyLabels } from '#shared/company/details.ts'
import { saveCompany } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { firstErrors } from '#web/forms/first-errors.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'

type Props = { company: AdminCompany; settle: Settle; busyWith: string | undefined }

const ADDRESSES: CompanyField[] = ['address', 'mailAddress']

const HINTS: Partial<Record<CompanyField, string>> = {
  registration: 'The register, and the number in it.',
  vatId: 'With the letters of the country, as in GB123456789.',
  mailAddress: 'Only if it differs from the address above.',
}

/** All parts of the company. A part may stay empty. */
export function CompanyForm({ company: { version, ...company }, settle, busyWith }: Props) {
  const { values, change, clear, status, isChanged } = useDraft('admin:company', company)
  const [errors, setErrors] = useState<Partial<Record<CompanyField, string>>>({})

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = v.safeParse(Company, values)
    setErrors(firstErrors(read.issues, COMPANY_FIELDS))
    if (!read.success) return
    const about = { targetId: 'company', title: 'Company saved', sentence: 'Pages and emails name it from now on.', version }
    const isDone = await settle(about, (seen) => saveCompany({ ...read.output, version: seen ?? version }))
    if (isDone) await clear()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {COMPANY_FIELDS.map((field) => {
        const labels = { label: companyLabels[field], hint: HINTS[field], error: errors[field] }
        return ADDRESSES.includes(field) ? (
          <TextArea
            key={field}
            {...labels}
            rows={4}
            value={values[field]}
            onChange={({ target }) => change(field, target.value)}
          />
        ) : (
          <TextField
            key={field}
            {...labels}
            type={field === 'supportEmail' ? 'email' : 'text'}
            autoComplete="off"
            value={values[field]}
            onChange={({ target }) => change(field, target.value)}
          />
        )
      })}
      <DraftStatusNote {...status} />
      <Button type="submit" isBusy={busyWith === 'company'} disabled={!isChanged} className="justify-self-start">
        Save
      </Button>
    </form>
  )
}
