import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Register, type User } from '#shared/accounts/contract.ts'
import type { UserType } from '#shared/accounts/user-type.ts'
import { RoleChoice, roleName } from '#web/features/accounts/gate/role-choice.tsx'
import { passwordHint } from '#web/features/accounts/passwords/new-password.ts'
import { PasswordField } from '#web/features/accounts/passwords/password-field.tsx'
import { SwitchedOffNotice } from '#web/forms/switched-off-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { registrationRefusal, showFieldErrors } from './auth-errors.ts'
import { register } from './sign-in.ts'

export type SignUpValues = { firstName: string; lastName: string; email: string }

type Props = {
  defaultType: UserType
  /** Shows the role with a button that changes it, instead of the choice. */
  isRoleKnown?: boolean | undefined
  /** Values that the visitor has typed elsewhere. */
  known?: Partial<SignUpValues> | undefined
  onSignedIn: (user: User) => Promise<void>
}

export function SignUpForm({ defaultType, isRoleKnown, known, onSignedIn }: Props) {
  const {
    register: field,
    handleSubmit,
    formState,
    setError,
    watch,
  } = useForm({
    resolver: valibotResolver(Register),
    // With only the first error, a mismatch of the passwords would be shown only after every other field is valid.
    criteriaMode: 'all',
    defaultValues: {
      email: known?.email ?? '',
      password: '',
      confirmPassword: '',
      firstName: known?.firstName ?? '',
      lastName: known?.lastName ?? '',
      userType: defaultType,
    },
  })
  const [asksRole, askRole] = useState(!isRoleKnown)
  const [refusal, setRefusal] = useState<string>()

  const submit = handleSubmit(async (input) => {
    setRefusal(undefined)
    try {
      await onSignedIn(await register(input))
    } catch (error) {
      setRefusal(registrationRefusal(error))
      showFieldErrors(error, ['email', 'password', 'confirmPassword', 'firstName', 'lastName', 'userType'], setError)
    }
  })
  const { errors, isSubmitting } = formState

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <SwitchedOffNotice feature="sign-up" />
      {asksRole ? (
        <RoleChoice error={errors.userType?.message} {...field('userType')} />
      ) : (
        <p className="flex items-center justify-between gap-4 border-y border-rule py-1 text-sm">
          <span>
            Joining as <span className="font-medium">{roleName(defaultType)}</span>
          </span>
          <Button variant="quiet" className="-mr-3 px-3" onClick={() => askRole(true)}>
            Change role
          </Button>
        </p>
      )}
      <div className="grid grid-cols-2 gap-4">
        <TextField label="First name" autoComplete="given-name" error={errors.firstName?.message} {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" error={errors.lastName?.message} {...field('lastName')} />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        {...field('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={passwordHint(watch('password'))}
        error={errors.password?.message}
        {...field('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...field('confirmPassword')}
      />
      {refusal && (
        <Notice tone="red" title="Registration failed">
          {refusal}
        </Notice>
      )}
      <Button type="submit" isBusy={isSubmitting} className="mt-1 w-full">
        {isSubmitting ? 'Creating account…' : 'Create Account'}
      </Button>
      <p className="text-xs leading-relaxed text-soft">
        You are 18 or older and accept the{' '}
        <a href="/terms-of-service" className="underline underline-offset-2">
          Terms of Service
        </a>{' '}
        and the{' '}
        <a href="/privacy-policy" className="underline underline-offset-2">
          Privacy Policy
        </a>
        .
      </p>
    </form>
  )
}
