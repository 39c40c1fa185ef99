import type { RecordContact, RecordFact } from './records.ts'

/** The fields of an imported record, as admins call them. */
export const recordFieldLabels: Record<RecordFact | RecordContact, string> = {
  name: 'Name',
  fund: 'Fund',
  title: 'Position',
  location: 'Location',
  investmentThesis: 'Investment thesis',
  bio: 'Bio',
  portfolioPerformance: 'Portfolio performance',
  stages: 'Investment stages',
  sectors: 'Sectors',
  price: 'Price',
  limit: 'Introductions a month',
  donateToCharity: 'Donates to a charity',
  isVentureCapital: 'Venture capital',
  isAngel: 'Angel investments',
  fundWebsite: 'Fund website',
  isVerified: 'Identity checked, and agreed to the sale of the contact',
  email: 'Email',
  telegram: 'Telegram',
  meetingLink: 'Meeting link',
  linkedinUrl: 'LinkedIn',
  twitterUrl: 'X profile',
  website: 'Website',
}
