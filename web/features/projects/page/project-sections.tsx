import type { ReactNode } from 'react'
import { formatMillions } from '#shared/projects/amount.ts'
import type { Project } from '#shared/projects/contract.ts'
import { LongText } from '#web/ui/long-text.tsx'
import { ASK_FOUNDER } from './project-metrics.tsx'
import { ProjectResources } from './project-resources.tsx'

/**
 * Maximum length of a description that replaces a missing one-line description in the header. A longer one is truncated there,
 * and therefore repeated here.
 */
const HEADER_LENGTH = 100

/** Sections of a project. Empty ones are left out. */
export function ProjectSections({ project }: { project: Project }) {
  const { description, oneLineDescription, traction } = project
  return (
    <>
      {description && (oneLineDescription || description.length > HEADER_LENGTH) && (
        <Section title="About">
          <LongText text={description} />
        </Section>
      )}
      <Section title="Company Information">
        <Company project={project} />
      </Section>
      <Section title="Fundraising">
        <Fundraising project={project} />
      </Section>
      {traction && (
        <Section title="Traction & Achievements">
          <LongText text={traction} />
        </Section>
      )}
      <Section title="Links & Resources">
        <ProjectResources project={project} />
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-8 gap-y-3 border-b border-rule py-7 md:grid-cols-[11rem_minmax(0,1fr)]">
      <h2 className="text-2xl">{title}</h2>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

function Company({ project }: { project: Project }) {
  const { founderName, teamSize, location, teamRoles, revenueGenerating } = project
  return (
    <Facts>
      <Fact label="Founder">{founderName ?? 'Not given'}</Fact>
      {teamSize !== null && <Fact label="Team size">{`${teamSize} people`}</Fact>}
      {location && <Fact label="Location">{location}</Fact>}
      {teamRoles && <Fact label="Team composition">{teamRoles}</Fact>}
      <Fact label="Revenue">{revenueGenerating ? 'Yes' : 'No'}</Fact>
    </Facts>
  )
}

function Fundraising({ project }: { project: Project }) {
  const { roundType, amountRaising, valuation, committedAmount, idealInvestorType } = project
  return (
    <Facts>
      {roundType && <Fact label="Round type">{roundType}</Fact>}
      <Fact label="Amount raising">{amountRaising ? formatMillions(amountRaising) : ASK_FOUNDER}</Fact>
      <Fact label="Valuation">{valuation ? formatMillions(valuation) : ASK_FOUNDER}</Fact>
      {committedAmount !== null && <Fact label="Committed">{formatMillions(committedAmount)}</Fact>}
      {idealInvestorType && <Fact label="Ideal investor">{idealInvestorType}</Fact>}
    </Facts>
  )
}

const Facts = ({ children }: { children: ReactNode }) => <dl className="-my-2 text-[0.9375rem]">{children}</dl>

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 border-b border-rule py-2.5 last:border-0">
    <dt className="text-soft">{label}</dt>
    <dd className="break-words" dir="auto">
      {children}
    </dd>
  </div>
)
