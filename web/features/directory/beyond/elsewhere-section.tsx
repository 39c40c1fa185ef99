import type { DirectoryExtent } from '#shared/directory/contract.ts'
import { formatCount } from '#shared/format/count.ts'
import type { ListSection } from '#web/features/directory/browse/list-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Elsewhere } from './use-elsewhere.ts'

const investors = (count: number) => (count === 1 ? '1 investor' : `${formatCount(count)} investors`)

/** `12 more`, `1,000+ more`. */
export const moreOf = ({ total = 0, isMore }: Elsewhere) => `${formatCount(total)}${isMore ? '+' : ''} more`

/**
 * The end of a list: matches that are not on this device, behind those that are. Nothing above it moves when they arrive.
 *
 * @param here  number of investors that the search on this device covers
 */
export function elsewhereSections(
  elsewhere: Elsewhere | undefined,
  extent: DirectoryExtent | undefined,
  here: number,
): ListSection[] {
  if (!elsewhere || !extent) return []
  const { kind, items, total } = elsewhere
  const covered = `This device has ${formatCount(here)} of ${investors(extent.total)}.`
  if (kind === 'offline' && items.length === 0) {
    const rest = Math.max(0, extent.total - here)
    return [{ id: 'elsewhere', content: <Offline covered={covered} rest={rest} /> }]
  }
  if (total === 0) return []
  const end: ListSection = { id: 'elsewhere-end', content: <End elsewhere={elsewhere} covered={covered} /> }
  if (total === undefined) return [end]
  return [{ id: 'elsewhere', heading: <Heading elsewhere={elsewhere} covered={covered} />, investors: items }, end]
}

/** Above the list, always one line: what the list covers, with the way to the part from the server. */
export function ElsewhereLine({ elsewhere, extent, here, onShow }: LineProps) {
  const { kind, total } = elsewhere
  return (
    <div className="flex min-h-11 items-center text-sm text-soft">
      {total ? (
        <button
          type="button"
          onClick={onShow}
          className="min-h-11 cursor-pointer underline decoration-edge underline-offset-4 hover:text-ink hover:decoration-ink"
        >
          {moreOf(elsewhere)} from the server
        </button>
      ) : (
        <p>
          {kind === 'offline' && `Offline: search covers ${formatCount(here)} of ${investors(extent.total)}`}
          {kind === 'loading' && 'Searching the rest…'}
          {kind === 'failed' && 'Couldn’t search the rest'}
          {kind === 'found' && 'No more from the server'}
        </p>
      )}
    </div>
  )
}
type LineProps = { elsewhere: Elsewhere; extent: DirectoryExtent; here: number; onShow: () => void }

function Heading({ elsewhere, covered }: { elsewhere: Elsewhere; covered: string }) {
  return (
    <div className="pt-6 pb-4 sm:pt-8 sm:pb-5">
      <h2 className="text-3xl">{moreOf(elsewhere)} from the server</h2>
      <p className="mt-1 text-sm text-soft">{covered} Save an investor to keep it here, also offline.</p>
    </div>
  )
}

function Offline({ covered, rest }: { covered: string; rest: number }) {
  return (
    <div className="py-6">
      <Notice title={`${covered} Search covers only these.`}>
        {rest === 1 ? 'The other one is' : `The other ${formatCount(rest)} are`} searched when you connect.
      </Notice>
    </div>
  )
}

/** The state of the search behind the last match that was received. */
function End({ elsewhere, covered }: { elsewhere: Elsewhere; covered: string }) {
  const { kind, refusal, items, hasNext, request } = elsewhere
  if (kind === 'offline') return <p className="py-6 text-sm text-soft">Offline. The rest is searched when you connect.</p>
  if (kind === 'loading') {
    return (
      <p role="status" className="py-6 text-sm text-soft">
        {items.length === 0 ? `${covered} Searching…` : 'Loading more…'}
      </p>
    )
  }
  if (kind === 'failed') {
    return (
      <div className="grid justify-items-start gap-3 py-6">
        <Notice tone="red" title={refusal ?? 'Couldn’t reach the server'}>
          {covered}
        </Notice>
        <Button variant="outline" onClick={request}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <div className="py-6">
      {hasNext ? (
        <Button variant="outline" onClick={request}>
          Show more from the server
        </Button>
      ) : (
        <p className="text-sm text-soft">All matches are shown.</p>
      )}
    </div>
  )
}
