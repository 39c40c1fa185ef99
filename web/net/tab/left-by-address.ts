import { LEFT_COOKIE } from '#shared/accounts/left-cookie.ts'

/** Whether the session that was here was ended by the address bar, and the device not emptied since. */
export const hasLeftByAddress = (): boolean => document.cookie.includes(`${LEFT_COOKIE}=`)

/** Emptied, or kept by a person's own choice. */
export function forgetLeft() {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser that the app supports has the Cookie Store API
  document.cookie = `${LEFT_COOKIE}=; path=/; secure; samesite=strict; max-age=0`
}
