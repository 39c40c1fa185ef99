import { Link } from '@tanstack/react-router'
import { formatCount } from '#shared/format/count.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { formatPrice } from '#shared/money.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import { DashboardSection, EmptySection } from '#web/features/home/dashboard-layout.tsx'
import { OwnSummary } from '#web/features/home/own-summary.tsx'
import { StandingBadge } from '#web/features/listings/listing-status-badge.tsx'
import { useListingFigures } from '#web/features/listings/queries.ts'
import { publicationLabel } from '#web/features/projects/editor/offline-notice.tsx'
import { useOwnPerformance } from '#web/features/projects/editor/own-project.ts'
import { StatusBadge } from '#web/features/projects/page/status-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'

const counted = (count: number | undefined) => (count === undefined ? '–' : formatCount(count))

export function MyProject({ project }: { project: OwnProject | null }) {
  return (
    <DashboardSection id="my-project" title="My project">
      {project ? (
        <ProjectSummary project={project} />
      ) : (
        <EmptySection
          action={
            <Link to="/project-setup" className={buttonClass('outline')}>
              List Project
            </Link>
          }
        >
          No project yet. Investors read it before they reply. It stays a draft until you publish it.
        </EmptySection>
      )}
    </DashboardSection>
  )
}

function ProjectSummary({ project }: { project: OwnProject }) {
  const { projectId, values, isPublished, status } = project
  const performance = useOwnPerformance()
  return (
    <OwnSummary
      name={values.companyName || 'Unnamed Project'}
      line={[values.vertical, values.ecosystem, values.projectStage].filter(Boolean).join(' · ')}
      imageUrl={values.logoUrl}
      badges={
        <>
          <Badge>{publicationLabel(project)}</Badge>
          {isPublished && <StatusBadge status={status} />}
        </>
      }
      figures={[
        { label: 'Views', value: counted(performance?.views) },
        { label: 'Votes', value: counted(performance?.votes) },
        { label: 'Contacts', value: counted(performance?.contacts) },
      ]}
      actions={
        <>
          <Link to="/project-setup" className={buttonClass('outline')}>
            {isPublished ? 'Edit' : 'Continue editing'}
          </Link>
          {projectId && isPublished && (
            <Link to="/project/$id" params={{ id: projectId }} className={buttonClass('quiet')}>
              Public page
            </Link>
          )}
        </>
      }
    />
  )
}

export function MyListing({ listing }: { listing: OwnListing | null }) {
  return (
    <DashboardSection id="my-listing" title="My listing">
      {listing ? (
        <ListingSummary listing={listing} />
      ) : (
        <EmptySection
          action={
            <Link to="/vc-signup" className={buttonClass('outline')}>
              Apply to Join Latchkey
            </Link>
          }
        >
          No listing yet. Founders find you once your application is approved.
        </EmptySection>
      )}
    </DashboardSection>
  )
}

function ListingSummary({ listing }: { listing: OwnListing }) {
  const { id, partnerName, fundName, logoUrl, isVerified, isActive } = listing
  const figures = useListingFigures(id)
  return (
    <OwnSummary
      name={partnerName}
      line={fundName}
      imageUrl={logoUrl}
      badges={<StandingBadge listing={listing} />}
      figures={[
        { label: 'Views', value: counted(figures?.viewsLately) },
        { label: 'Unlocks', value: counted(figures?.unlocks) },
        { label: 'Earned', value: figures ? formatPrice(figures.earned) : '–', isMoney: true },
      ]}
      actions={
        <>
          <Link to="/edit-listing/$id" params={{ id }} className={buttonClass('outline')}>
            Edit price and limit
          </Link>
          <Link to="/earnings" className={buttonClass('quiet')}>
            Earnings
          </Link>
          {isVerified && isActive && (
            <Link to="/vc/$id" params={{ id }} className={buttonClass('quiet')}>
              Public page
            </Link>
          )}
        </>
      }
    />
  )
}
