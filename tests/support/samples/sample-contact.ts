import type { Contact } from '#shared/contacts/contract.ts'
import type { OrderId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'

/** A complete unlocked contact for tests, with overrides. */
export function sampleContact(over: Partial<Contact> = {}): Contact {
  return {
    id: 'recSample1' as VcId,
    vcType: 'airtable',
    name: 'Marit Moretti',
    fund: 'Northgate Ventures',
    position: 'Investment Director',
    location: 'Tallinn, Estonia',
    imageUrl: null,
    stages: ['Pre-Seed'],
    sectors: ['Identity'],
    email: 'marit@northgate-ventures.example',
    telegram: '@marit_moretti',
    meetingLink: null,
    linkedinUrl: 'https://www.linkedin.com/in/marit-moretti-example',
    twitterUrl: null,
    website: 'https://northgate-ventures.example',
    contactType: 'telegram',
    contactHandle: '@marit_moretti',
    introTemplate: 'Hello Marit,',
    orderId: 'ord_1' as OrderId,
    amount: cents(2500),
    unlockedAt: '2026-11-20T10:00:00.000Z',
    ...over,
  }
}
