import type { MailMessage } from '#server/email/letter.ts'
import { cleanLine, cut } from '#shared/text.ts'

/** The notice to a person whose data has another source. @see UK and EU GDPR, Article 14 */
export const listedUnasked = (name: string, page: string, policy: string): MailMessage => ({
  subject: 'You are listed in the Latchkey directory',
  paragraphs: [
    `Latchkey is a directory of investors for founders. It has an entry about ${cut(cleanLine(name), 100)}: name, role, fund, place, portrait, stages, sectors and texts about the professional work, and a professional contact, which is this mailbox or stands beside it.`,
    'It comes from public sources or from a list of investors, and not from you. We keep it because founders look for investors (a legitimate interest), and as long as the entry stands. All of it but the contact is public. The contact is sold only where our source says that you agreed, by marking the entry as verified or in a field of its own.',
    'Open your page to take the entry over, or to remove it. A removed entry is not imported again. You may also object, ask what we keep, have it corrected, and complain to a data protection authority.',
    { label: 'Claim or remove the entry', url: page },
    { label: 'Privacy Policy', url: policy },
    'This message is sent once.',
  ],
})
