import { useState } from 'react'
import { toast } from '#web/ui/toast.ts'
import { newPasswordRefusal } from './new-password.ts'
import { PasswordField } from './password-field.tsx'

type Remark = { field: 'password' | 'confirm'; remark: string }

/** A new password and its repetition, for all forms that set one. `check` shows an error as a toast. */
export function useNewPassword() {
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [remark, setRemark] = useState<Remark>()

  const check = (): boolean => {
    const refusal = newPasswordRefusal(password, confirm)
    setRemark(refusal)
    if (refusal) toast({ title: refusal.title, description: refusal.description, variant: 'destructive' })
    return !refusal
  }
  const clear = () => {
    setPassword('')
    setConfirm('')
    setRemark(undefined)
  }
  const remarkAt = (field: Remark['field']) => (remark?.field === field ? remark.remark : undefined)
  /** A remark is about the values that were checked. */
  const typing = (set: (value: string) => void) => (value: string) => {
    set(value)
    setRemark(undefined)
  }
  const fields = { password, setPassword: typing(setPassword), confirm, setConfirm: typing(setConfirm), remarkAt }
  return { password, check, clear, fields }
}

type Props = { fields: ReturnType<typeof useNewPassword>['fields']; label: string; confirmLabel: string }

export function NewPasswordFields({ fields, label, confirmLabel }: Props) {
  const { password, setPassword, confirm, setConfirm, remarkAt } = fields
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        required
        hint="At least 8 characters. Tip: a short sentence is easy to remember."
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={remarkAt('password')}
      />
      <PasswordField
        label={confirmLabel}
        autoComplete="new-password"
        required
        value={confirm}
        onChange={({ target }) => setConfirm(target.value)}
        error={remarkAt('confirm')}
      />
    </>
  )
}
