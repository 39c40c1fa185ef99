const KEY = 'latchkeyMember'

/** Whether somebody was signed in when this device was last used: known before its databases are open, so that no landing page flashes before a member's own. */
export const wasMember = (): boolean => localStorage.getItem(KEY) !== null

export function keepMember(isMember: boolean) {
  if (isMember) localStorage.setItem(KEY, 'yes')
  else localStorage.removeItem(KEY)
}
