import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import type { User } from '#shared/accounts/contract.ts'
import { ChangeProfile } from '#shared/accounts/security-contract.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { changeProfile } from '#web/features/accounts/api.ts'
import { OFFLINE, serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
import { rememberUser } from '#web/features/accounts/auth/cache-user.ts'
import { rename } from '#web/features/accounts/mutations.ts'
import { PasswordField } from '#web/features/accounts/passwords/password-field.tsx'
import { firstErrors } from '#web/forms/first-errors.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { Unreachable } from '#web/net/api.ts'
import { uploadPicture } from '#web/net/tab/upload.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { PictureField } from '#web/ui/picture-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { usePictureUpload } from '#web/ui/use-picture-upload.ts'
import { useStepUp } from './use-step-up.tsx'

const FIELDS = ['firstName', 'lastName', 'email', 'newPassword'] as const
type Field = (typeof FIELDS)[number]

/**
 * Editable data of the user's account; another address or password requires a proof of identity. Offline only the names can be
 * changed: the change waits in the outbox.
 */
export function EditProfile({ user, onDone }: { user: User; onDone: () => void }) {
  const isOnline = useOnline()
  const { withProof, dialog } = useStepUp(user)
  const [picture, setPicture] = useState(user.profileImageUrl)
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const shownEmail = user.pendingEmail ?? user.email
  const { values, change, clear } = useDraft('profile', {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    email: shownEmail,
  })
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  })
  const finish = async () => {
    await clear()
    onDone()
  }
  const upload = usePictureUpload({ send: uploadPicture('/api/upload-image'), onUploaded: setPicture })

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = Object.fromEntries(new FormData(event.currentTarget))
    // A pending address is shown, and not requested again: a new password would cancel it.
    const email = typed.email === shownEmail ? undefined : typed.email
    const read = v.safeParse(ChangeProfile, { ...typed, email, profileImageUrl: picture })
    setErrors(firstErrors(read.issues, FIELDS))
    if (!read.success) return
    setBusy(true)
    const { firstName = '', lastName = '', newPassword } = read.output
    const areNamesAlone = email === undefined && !newPassword && picture === user.profileImageUrl
    const send = () => (isOnline ? withProof(() => changeProfile(read.output)) : Promise.reject(new Unreachable()))
    try {
      const changed = await send().catch(async (error) => {
        if (!areNamesAlone || !(error instanceof Unreachable)) throw error
        await rename(user, { firstName, lastName })
        return 'waits' as const
      })
      if (changed === 'waits') {
        toast({ title: 'Saved on this device', description: 'Sends when you are online.' })
        return await finish()
      }
      if (changed) {
        await rememberUser(changed)
        toast({ title: 'Profile updated successfully', ...addressNote(user, changed) })
        return await finish()
      }
    } catch (error) {
      const description = storageSentence(error) ?? serverMessageOr(error, 'Please try again.')
      toast({ title: 'Error updating profile', description, variant: 'destructive' })
    }
    setBusy(false)
  }
  return (
    <form onSubmit={submit} noValidate className="grid max-w-2xl gap-5">
      <PictureField
        label="Photo"
        value={picture}
        upload={upload}
        onRemove={() => setPicture(null)}
        waitsBecause={!isOnline && OFFLINE}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        hint="Your address changes once you open the link that we send to the new one."
        {...field('email')}
      />
      <PasswordField
        label="New password (leave empty to keep it)"
        name="newPassword"
        autoComplete="new-password"
        error={errors.newPassword}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Saving…' : 'Save Changes'}
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={() => void finish()}>
          Cancel
        </Button>
      </div>
      {!isOnline && <p className="text-sm text-soft">Names can be saved offline. Everything else needs a connection.</p>}
      {dialog}
    </form>
  )
}

const addressNote = (before: User, after: User) =>
  after.pendingEmail && after.pendingEmail !== before.pendingEmail
    ? { description: `Open the link sent to ${after.pendingEmail} to confirm it.` }
    : {}
