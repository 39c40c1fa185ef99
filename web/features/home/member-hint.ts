import { forgetVisits } from '#web/net/kept-visits.ts'

const KEY = 'latchkeyMember'

/** Of this tab: another one may have removed the mark already. */
let isMemberHere = false

/** Whether somebody was signed in when this device was last used: known before its databases are open, so that no landing page flashes before a member's own. */
export const wasMember = (): boolean => localStorage.getItem(KEY) !== null

/** Keeps whether an account is signed in. What it leaves behind in this tab is emptied once none is. */
export function keepMember(isMember: boolean) {
  if (!isMember && (isMemberHere || wasMember())) forgetVisits()
  isMemberHere = isMember
  if (isMember) localStorage.setItem(KEY, 'yes')
  else localStorage.removeItem(KEY)
}
