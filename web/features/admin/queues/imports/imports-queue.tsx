import type { AdminImports } from '#shared/admin/imports.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { QueueList } from '#web/features/admin/queue-list.tsx'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { ColdImportSection } from './cold-import-section.tsx'
import { ConfirmAsCents } from './confirm-as-cents.tsx'
import { DoubtfulPriceLine } from './doubtful-price-line.tsx'
import { ImportRuns } from './import-runs.tsx'
import { QuarantinedLine } from './quarantined-line.tsx'

/** Entries of the directory imports that need an admin. */
export function ImportsQueue({ imports, settle, ...queue }: { imports: AdminImports; settle: Settle } & QueueProps) {
  const { runs, quarantine, prices } = imports
  const isOpen = ({ isConfirmed }: { isConfirmed: boolean }) => !isConfirmed
  return (
    <>
      <ImportRuns runs={runs} {...queue} />
      <ColdImportSection settle={settle} busyWith={queue.busyWith} />
      <QueueList
        title="Prices to confirm"
        items={prices.filter(isOpen)}
        empty="No prices to confirm."
        action={<ConfirmAsCents prices={prices.filter(isOpen)} settle={settle} busyWith={queue.busyWith} />}
      >
        {(price) => <DoubtfulPriceLine key={price.version} price={price} {...queue} />}
      </QueueList>
      {prices.some(({ isConfirmed }) => isConfirmed) && (
        <QueueList title="Confirmed prices" isDone items={prices.filter(({ isConfirmed }) => isConfirmed)} empty={null}>
          {(price) => <DoubtfulPriceLine key={price.version} price={price} {...queue} />}
        </QueueList>
      )}
      <QueueList title="Quarantined records" items={quarantine} empty="No quarantined records.">
        {(record, line) => <QuarantinedLine record={record} {...line} />}
      </QueueList>
    </>
  )
}
