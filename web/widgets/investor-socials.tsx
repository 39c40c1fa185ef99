import type { Contact } from '#shared/contacts/contract.ts'
import { lockedChannels } from '#shared/contacts/locked-channels.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { SocialLinks } from '#web/features/directory/investor/social-links.tsx'

/**
 * Social links at the head of an investor's page: the fund's public website for all users, the others once unlocked. Until then
 * the ones that an unlock reveals are marked as locked.
 */
export function InvestorSocials({ investor, contact }: { investor: Investor; contact: Contact | null | undefined }) {
  return (
    <SocialLinks
      name={investor.name}
      linkedin={contact?.linkedinUrl}
      x={contact?.twitterUrl}
      website={contact?.website ?? investor.fundWebsite}
      locked={contact ? undefined : lockedChannels(investor)}
    />
  )
}
