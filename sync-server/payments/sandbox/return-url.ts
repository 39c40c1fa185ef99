import { invalidRequest } from './stripe-error.ts'

/** An address of the seller's own: the page links there, so it must be one that a link may have. */
export function safeReturnUrl(text: string | null, param: string): string {
  const parsed = URL.parse(text ?? '')
  if (!text || (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')) throw invalidRequest('Not a valid URL', { param })
  return text
}
