import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Login, type User } from '#shared/accounts/contract.ts'
import { PasswordField } from '#web/features/accounts/passwords/password-field.tsx'
import { HttpProblem } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { ACCOUNT_NOT_FOUND, loginRefusal, showFieldErrors } from './auth-errors.ts'
import { login } from './sign-in.ts'

const HINT_AFTER_MS = 2000

type Props = {
  /** An address that the visitor has typed elsewhere. */
  email?: string | undefined
  onSignedIn: (user: User) => Promise<void>
}

export function LoginForm({ email = '', onSignedIn }: Props) {
  const {
    register: field,
    handleSubmit,
    formState,
    setError,
  } = useForm({
    resolver: valibotResolver(Login),
    defaultValues: { email, password: '' },
  })
  const [needsCode, setNeedsCode] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const hint = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hint.current), [])

  const submit = handleSubmit(async (input) => {
    clearTimeout(hint.current)
    setRefusal(undefined)
    try {
      await onSignedIn(await login(input))
    } catch (error) {
      if (error instanceof HttpProblem && error.code === 'totp-required') return setNeedsCode(true)
      const sentence = loginRefusal(error)
      setRefusal(sentence)
      showFieldErrors(error, ['email', 'password'], setError)
      if (sentence === ACCOUNT_NOT_FOUND) hint.current = setTimeout(hintAtSignUp, HINT_AFTER_MS)
    }
  })
  const { errors, isSubmitting } = formState

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        {...field('email')}
      />
      <PasswordField label="Password" autoComplete="current-password" error={errors.password?.message} {...field('password')} />
      {needsCode && (
        <TextField
          label="Code from your authenticator app"
          hint="Or one of your recovery codes."
          autoComplete="one-time-code"
          autoFocus
          error={errors.totp?.message}
          {...field('totp', { setValueAs: (typed?: string) => typed || undefined })}
        />
      )}
      {refusal && (
        <Notice tone="red" title="Sign-in failed">
          {refusal}
        </Notice>
      )}
      <Button type="submit" isBusy={isSubmitting} className="mt-1 w-full">
        {isSubmitting ? 'Logging in…' : 'Login'}
      </Button>
    </form>
  )
}

const hintAtSignUp = () => toast({ title: 'Need an account?', description: 'Click "Sign Up" below to create a new account.' })
