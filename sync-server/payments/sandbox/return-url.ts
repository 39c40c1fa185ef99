import { invalidRequest } from './stripe-error.ts'

/** A return URL of the seller: the page links to it, so it must have a safe scheme. */
export function safeReturnUrl(text: string | null, param: string): string {
  const parsed = URL.parse(text ?? '')
  if (!text || (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')) throw invalidRequest('Not a valid URL', { param })
  return text
}
