import type { AdminApplication } from '#shared/admin/applications.ts'
import { formatCents } from '#shared/money.ts'
import { Facts, linkFact, Terms } from '#web/features/admin/facts.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { ClaimNotice } from './claim-notice.tsx'
import { ReasonGiven } from './reason-given.tsx'

const typeName = { founder: 'Founder', vc: 'VC', angel: 'Angel Investor' } as const
const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')

/**
 * All fields of an application and the account behind it. Markup in it is rendered as text, and a `javascript:` link is not
 * rendered as a link.
 */
export function ApplicantProfile({ vc }: { vc: AdminApplication }) {
  const { owner } = vc
  return (
    <div className="mt-5 rounded-box border border-rule bg-sheet p-5 sm:p-7">
      <ClaimNotice vc={vc} />
      <ReasonGiven reason={vc.reviewReason} />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <div className="grid content-start gap-8">
          <Avatar name={vc.partnerName || vc.fundName} src={vc.logoUrl} className="size-36 text-6xl" />
          <Facts
            title="Investor"
            facts={[
              { label: 'Partner', value: vc.partnerName },
              { label: 'Fund', value: vc.fundName },
              { label: 'Position', value: vc.position },
              { label: 'Location', value: vc.location },
              { label: 'Kind', value: [vc.isVentureCapital && 'VC', vc.isAngel && 'Angel'].filter(Boolean).join(' and ') },
              { label: 'Tag', value: vc.investmentTag },
              { label: 'Stages', value: vc.stage.length > 0 ? <Terms terms={vc.stage} /> : null },
              { label: 'Sectors', value: vc.sectors.length > 0 ? <Terms terms={vc.sectors} /> : null },
            ]}
          />
          <Facts
            title="Terms"
            facts={[
              {
                label: 'Price',
                value: vc.price === null ? null : <span className="text-brass">{formatCents(vc.price)}</span>,
              },
              { label: 'Intros a week', value: vc.weeklyIntroLimit },
              { label: 'Gives to charity', value: yesOrNo(vc.donateToCharity) },
              { label: 'Charity', value: vc.charityOfChoice },
              { label: 'Takes requests', value: yesOrNo(vc.isActive) },
            ]}
          />
          <Facts
            title="Account"
            facts={[
              { label: 'Name', value: owner?.name ?? 'No account' },
              { label: 'Email', value: owner && `${owner.email} (${owner.emailVerified ? 'verified' : 'not verified'})` },
              { label: 'Registered as', value: owner && typeName[owner.userType] },
              { label: 'Member since', value: owner && formatDateTime(owner.createdAt) },
              { label: 'Approved investor', value: owner && yesOrNo(owner.isApprovedInvestor) },
              { label: 'Applied', value: formatDateTime(vc.submittedAt) },
            ]}
          />
        </div>
        <div className="grid content-start gap-8">
          <Facts
            title="Texts"
            facts={[
              { label: 'Thesis', value: vc.investmentThesis, isProse: true },
              { label: 'Bio', value: vc.bio, isProse: true },
              { label: 'About the fund', value: vc.fundDescription, isProse: true },
              { label: 'Portfolio performance', value: vc.portfolioPerformance, isProse: true },
            ]}
          />
          <Facts
            title="Contact (hidden until unlocked)"
            facts={[
              { label: 'Email', value: vc.email },
              linkFact('Meeting link', vc.meetingLink),
              // Most applicants enter the same link in all three fields.
              ...(!vc.meetingUrl || vc.meetingUrl === vc.meetingLink ? [] : [linkFact('Meeting page', vc.meetingUrl)]),
              ...(!vc.calendlyLink || vc.calendlyLink === vc.meetingLink ? [] : [linkFact('Calendly', vc.calendlyLink)]),
              linkFact('LinkedIn', vc.linkedinUrl),
              linkFact('X', vc.twitterUrl),
              linkFact('Telegram', vc.telegramUrl),
              linkFact(vc.isWebsitePublic ? 'Website (public)' : 'Website', vc.websiteUrl),
              linkFact('Photo', vc.logoUrl),
              { label: 'Handle shown', value: vc.contactHandle },
            ]}
          />
        </div>
      </div>
    </div>
  )
}
