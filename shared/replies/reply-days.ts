import { GUARANTEE_DAYS } from '#shared/refunds/guarantee.ts'

/** Days that an investor has to reply to a purchase, where they set none and for purchases of earlier releases. */
export const REPLY_DAYS = 5

/** At least a whole day of the guarantee is left to a founder who has no reply after the most days. */
export const MAX_REPLY_DAYS = GUARANTEE_DAYS - 1

/** The days that apply. Days that no listing can have leave the founder no less of the guarantee. */
export const replyDays = (set: number | null | undefined): number => Math.min(Math.max(set ?? REPLY_DAYS, 1), MAX_REPLY_DAYS)

/** `a day`, `3 days` */
export const daysInWords = (days: number): string => (days === 1 ? 'a day' : `${days} days`)

/** What a founder reads before paying for a contact. `set`: the days that the investor has set. */
export const replyPromise = (set: number | undefined): string =>
  set === undefined
    ? `Without a reply within ${daysInWords(REPLY_DAYS)} you can ask for your money back`
    : `Replies within ${daysInWords(replyDays(set))}, otherwise you can ask for your money back`
