import { isStrongPassword, STRONG_PASSWORD_LENGTH } from '#shared/accounts/passwords.ts'

type Refusal = { title: string; description: string; field: 'password' | 'confirm'; remark: string }

/** The error of a new password and its repetition: a toast, and a short message for its field. */
export function newPasswordRefusal(password: string, confirm: string): Refusal | undefined {
  if (password.length < STRONG_PASSWORD_LENGTH) {
    return {
      title: 'Password Too Short',
      description: 'Password must be at least 8 characters long.',
      field: 'password',
      remark: 'Use at least 8 characters.',
    }
  }
  if (password !== confirm) {
    return {
      title: "Passwords Don't Match",
      description: 'Please make sure both passwords are identical.',
      field: 'confirm',
      remark: 'Passwords don’t match.',
    }
  }
  if (isStrongPassword(password)) return undefined
  return {
    title: 'Password Too Common',
    description: 'This password is too common. Please choose another one.',
    field: 'password',
    remark: 'This password is too common.',
  }
}

/** Below the password of a sign-up. A weak one is accepted there, and has to be replaced before the account is used. */
export function passwordHint(typed: string): string {
  if (typed === '' || isStrongPassword(typed)) return 'At least 8 characters.'
  const fault = typed.length < STRONG_PASSWORD_LENGTH ? 'Use at least 8 characters.' : 'This password is too common.'
  return `${fault} You will be asked for a stronger one before you continue.`
}
