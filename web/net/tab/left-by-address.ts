import { LEFT_COOKIE } from '#shared/accounts/left-cookie.ts'

/** Whether the session was ended through the address bar, and the device not erased since. */
export const hasLeftByAddress = (): boolean => document.cookie.includes(`${LEFT_COOKIE}=`)

/** Called after the device was erased, or after the user chose to keep its data. */
export function forgetLeft() {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser that the app supports has the Cookie Store API
  document.cookie = `${LEFT_COOKIE}=; path=/; secure; samesite=strict; max-age=0`
}
