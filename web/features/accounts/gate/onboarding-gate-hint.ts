const KEY = 'latchkeyGated'

/** Whether a gate was shown when this device was last used: available before its databases are open. */
export const loadGateHint = (): boolean => localStorage.getItem(KEY) !== null

export function saveGateHint(isGated: boolean) {
  if (isGated) localStorage.setItem(KEY, 'yes')
  else localStorage.removeItem(KEY)
}
