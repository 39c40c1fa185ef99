import type { AdminProject } from '#shared/admin/projects.ts'
import { formatAmount } from '#shared/projects/amount.ts'
import { type OpenReport, reasonLabel } from '#shared/projects/report.ts'
import { Facts, linkFact } from '#web/features/admin/facts.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { ReasonGiven } from './reason-given.tsx'

const amount = (dollars: number | null) => dollars !== null && formatAmount(dollars)
const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')

/** All fields of a project and the account that published it. */
export function ProjectProfile({ project }: { project: AdminProject }) {
  return (
    <div className="mt-5 rounded-box border border-rule bg-sheet p-5 sm:p-7">
      <ReasonGiven reason={project.reviewReason} />
      <Reports reports={project.reports} />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <Facts
          title="Project"
          facts={[
            { label: 'Company', value: project.companyName },
            { label: 'Stage', value: project.projectStage },
            { label: 'Ecosystem', value: project.ecosystem },
            { label: 'Vertical', value: project.vertical },
            { label: 'Location', value: project.location },
            { label: 'Raising', value: amount(project.amountRaising) || null },
            { label: 'Valuation', value: amount(project.valuation) || null },
            { label: 'Committed', value: amount(project.committedAmount) || null },
            { label: 'Round', value: project.roundType },
            { label: 'Looking for', value: project.idealInvestorType },
            { label: 'Revenue', value: yesOrNo(project.revenueGenerating) },
            { label: 'Token launched', value: yesOrNo(project.tickerLaunched) },
          ]}
        />
        <div className="grid content-start gap-8">
          <Facts
            title="Founder and account"
            facts={[
              { label: 'Founder', value: project.founderName },
              { label: 'Email shown', value: project.email },
              { label: 'Team size', value: project.teamSize },
              { label: 'Team', value: project.teamRoles },
              { label: 'Account', value: project.owner ? `${project.owner.name}, ${project.owner.email}` : 'No account' },
              { label: 'Published', value: formatDateTime(project.publishedAt) },
              { label: 'Votes', value: project.voteCount },
            ]}
          />
          <Facts
            title="Links"
            facts={[
              linkFact('Website', project.websiteUrl),
              linkFact('X', project.twitterUrl),
              linkFact('LinkedIn', project.linkedinUrl),
              linkFact('Founder on X', project.founderTwitterUrl),
              linkFact('Pitch deck', project.pitchDeckUrl),
              linkFact('Data room', project.dataRoomUrl),
              linkFact('DexScreener', project.dexScreenerUrl),
              linkFact('Logo', project.logoUrl),
            ]}
          />
        </div>
      </div>
      <div className="mt-8">
        <Facts
          title="Texts"
          facts={[
            { label: 'In one line', value: project.oneLineDescription, isProse: true },
            { label: 'Description', value: project.description, isProse: true },
            { label: 'Traction', value: project.traction, isProse: true },
          ]}
        />
      </div>
    </div>
  )
}

/** Reports of users about the project. A decision about the project closes them. */
function Reports({ reports }: { reports: OpenReport[] }) {
  if (reports.length === 0) return null
  return (
    <section className="mb-8">
      <h3 className="column-head mb-2 font-sans">Reports</h3>
      <ul className="border-t border-rule">
        {reports.map(({ id, reason, text, reportedAt }) => (
          <li key={id} className="border-b border-rule py-2.5">
            <p className="flex flex-wrap justify-between gap-x-4">
              {reasonLabel(reason)}
              <span className="text-sm text-soft">{formatDateTime(reportedAt)}</span>
            </p>
            {text && (
              <p className="mt-1 max-w-prose whitespace-pre-line break-words text-soft" dir="auto">
                {text}
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className="pt-2.5 text-sm text-soft">Reject upholds the reports. Verify dismisses them.</p>
    </section>
  )
}
