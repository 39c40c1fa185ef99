import type { Letter } from '#server/email/letter.ts'
import { cleanLine, cut } from '#shared/text.ts'

const LONGEST_NAME = 60

export const applicationReceived = (name: string | null, fund: string, base: string): Letter => ({
  subject: 'We have your application',
  paragraphs: [
    `Hello ${cut(cleanLine(name ?? ''), LONGEST_NAME) || 'there'},`,
    `Thank you for applying with ${cut(fund, LONGEST_NAME)}. Somebody of our team reads every application, and we write to you as soon as it is decided, within 48 hours.`,
    'Until then nothing of it is shown to anybody else.',
    { label: 'See where it stands', url: `${base}/profile` },
  ],
})
