const KEY = 'latchkeyMember'

/**
 * Whether a user was signed in when this device was last used. It is known before the databases open, so that no landing page
 * flashes before the dashboard.
 */
export const wasMember = (): boolean => localStorage.getItem(KEY) !== null

export function keepMember(isMember: boolean) {
  if (isMember) localStorage.setItem(KEY, 'yes')
  else localStorage.removeItem(KEY)
}
