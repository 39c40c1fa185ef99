import type { OwnProject } from '#shared/projects/own.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Whether the team rejected the project or is reviewing it: a payment does not publish it. */
export const isOffMarket = ({ isPublished, reviewReason }: OwnProject) => !isPublished && Boolean(reviewReason)

/** The state of the publication, for a badge. */
export const publicationLabel = ({ isPublished, canPutBack }: OwnProject) =>
  isPublished ? 'Published' : canPutBack ? 'Off the marketplace' : 'Draft'

/** Why a project that was public is offline; nothing for any other project. */
export function OfflineNotice({ own }: { own: OwnProject }) {
  if (!isOffMarket(own)) return null
  return (
    <Notice tone="red" title="Off the marketplace">
      <p className="whitespace-pre-line" dir="auto">
        {own.reviewReason}
      </p>
    </Notice>
  )
}
