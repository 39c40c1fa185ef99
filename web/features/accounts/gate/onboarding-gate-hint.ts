const KEY = 'latchkeyGated'

/** Whether somebody stood before a gate when this device was last used: known before its databases are open. */
export const loadGateHint = (): boolean => localStorage.getItem(KEY) !== null

export function saveGateHint(isGated: boolean) {
  if (isGated) localStorage.setItem(KEY, 'yes')
  else localStorage.removeItem(KEY)
}
