const KEY = 'latchkeyProfileRequest'

/** The secret of a mailed link, kept in this tab while its reader signs in: the address forgets it at once. */
export function keepToken(token: string): string {
  try {
    if (token) sessionStorage.setItem(KEY, token)
    return token || (sessionStorage.getItem(KEY) ?? '')
  } catch {
    return token // A browser that keeps nothing: the letter still has the link.
  }
}

export function forgetToken() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
