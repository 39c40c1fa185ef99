/** Tells a password manager whose password the form is about; nobody else needs it said again. */
export function AccountName({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
