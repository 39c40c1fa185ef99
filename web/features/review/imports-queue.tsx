import type { AdminImports } from '#shared/review/imports.ts'
import { DoubtfulPriceLine } from './doubtful-price-line.tsx'
import { ImportRuns } from './import-runs.tsx'
import { QuarantinedLine } from './quarantined-line.tsx'
import type { QueueProps } from './queue-props.ts'
import { WorkList } from './work-list.tsx'

/** What the imports of the external listing left for a person to look at. */
export function ImportsQueue({ imports, ...queue }: { imports: AdminImports } & QueueProps) {
  const { runs, quarantine, prices } = imports
  const isOpen = ({ isConfirmed }: { isConfirmed: boolean }) => !isConfirmed
  return (
    <>
      <ImportRuns runs={runs} {...queue} />
      <WorkList title="Prices to confirm" items={prices.filter(isOpen)} empty="Every price is clear.">
        {(price) => <DoubtfulPriceLine key={price.version} price={price} {...queue} />}
      </WorkList>
      {prices.some(({ isConfirmed }) => isConfirmed) && (
        <WorkList title="Confirmed prices" isDone items={prices.filter(({ isConfirmed }) => isConfirmed)} empty={null}>
          {(price) => <DoubtfulPriceLine key={price.version} price={price} {...queue} />}
        </WorkList>
      )}
      <WorkList title="Quarantined records" items={quarantine} empty="Every record could be listed.">
        {(record, line) => <QuarantinedLine record={record} {...line} />}
      </WorkList>
    </>
  )
}
