import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { AdminRole } from '#shared/admin/rights.ts'
import { AddMember } from '#shared/admin/team.ts'
import { addMember } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { firstErrors } from '#web/forms/first-errors.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { RoleChoice } from './role-choice.tsx'

type Props = { settle: Settle; busyWith: string | undefined }
type Errors = { email?: string; roles?: string }

/** Gives roles to the account of an address. */
export function AddMemberForm({ settle, busyWith }: Props) {
  const { values, change, clear, status } = useDraft('admin:team', { email: '', roles: '' })
  const [errors, setErrors] = useState<Errors>({})
  // A draft holds texts.
  const roles = values.roles.split(' ').filter((role) => v.is(AdminRole, role))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = v.safeParse(AddMember, { email: values.email, roles })
    setErrors(firstErrors(read.issues, ['email', 'roles']))
    if (!read.success) return
    const { email } = read.output
    const about = { targetId: 'team', title: 'Added to the team', sentence: `${email} signs in again, and then finds this page.` }
    if (await settle(about, () => addMember(read.output))) await clear()
  }
  return (
    <section aria-labelledby="add-member">
      <h2 id="add-member" className="border-b border-edge pb-2 text-2xl">
        Add a person
      </h2>
      <form onSubmit={submit} noValidate className="grid gap-5 pt-5">
        <TextField
          label="Account email"
          type="email"
          autoComplete="off"
          hint="The person has an account and has confirmed this address."
          value={values.email}
          onChange={({ target }) => change('email', target.value)}
          error={errors.email}
        />
        <RoleChoice roles={roles} onChange={(chosen) => change('roles', chosen.join(' '))} error={errors.roles} />
        <DraftStatusNote {...status} />
        <Button type="submit" isBusy={busyWith === 'team'} className="justify-self-start">
          Add to the team
        </Button>
      </form>
    </section>
  )
}
