import type { ImportRun } from '#shared/admin/imports.ts'
import { formatCount } from '#shared/format/count.ts'
import { confirmRun } from '#web/features/admin/api.ts'
import { count } from '#web/features/admin/format-figures.ts'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'

const columns = ['received', 'added', 'changed', 'unchanged', 'unlisted', 'quarantined'] as const

/** Every import, the latest first. A rejected import is shown above, for an admin to confirm that the listing really shrank. */
export function ImportRuns({ runs, decide, busyWith }: { runs: ImportRun[] } & Omit<QueueProps, 'ask'>) {
  return (
    <section aria-labelledby="import-runs" className="mb-12">
      <h2 id="import-runs" className="border-b border-edge pb-2 text-2xl">
        Imports
      </h2>
      {runs
        .filter((run, at) => run.status !== 'applied' && runs.findIndex(({ source }) => source === run.source) === at)
        .map((run) => (
          <RefusedRun key={run.id} run={run} decide={decide} busyWith={busyWith} />
        ))}
      {runs.length === 0 ? (
        <p className="py-5 text-soft">No imports yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <section className="overflow-x-auto" aria-label="All imports" tabIndex={0}>
          <table className="w-full text-sm whitespace-nowrap">
            <thead>
              <tr className="border-b border-rule text-left">
                {['When', 'Source', ...columns, 'Outcome'].map((head) => (
                  <th key={head} scope="col" className="column-head py-2.5 pr-5 last:pr-0">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <tr key={run.id} className="border-b border-rule">
                  <td className="py-2.5 pr-5">{formatDateTime(run.seenAt)}</td>
                  <td className="py-2.5 pr-5">{sourceLabels[run.source] ?? run.source}</td>
                  {columns.map((column) => (
                    <td key={column} className="py-2.5 pr-5">
                      {formatCount(run[column])}
                    </td>
                  ))}
                  <td className="py-2.5">
                    {run.status === 'refused' ? <Badge tone="red">Refused</Badge> : <Badge>{outcome[run.status]}</Badge>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

/** Imports from elsewhere are shown by the name that they were started with. */
const sourceLabels: Record<string, string> = { 'cold-scout': 'Cold Scout' }

const outcome = { applied: 'Applied', confirmed: 'Confirmed' } as const

function RefusedRun({ run, decide, busyWith }: { run: ImportRun } & Omit<QueueProps, 'ask'>) {
  const confirm = () =>
    decide(
      {
        targetId: run.id,
        version: run.version,
        title: 'Confirmed',
        sentence: `The next import from ${run.source} may remove these ${count(run.unlisted, 'record')}.`,
      },
      (version) => confirmRun({ id: run.id, version }),
    )
  const others = run.unlisted - run.missing.length
  return (
    <div className="my-5 border-l-2 border-red bg-sheet p-5">
      <p className="font-serif text-xl">{run.status === 'confirmed' ? 'Confirmed, not yet imported' : 'An import was refused'}</p>
      <p className="mt-2 max-w-prose text-soft">
        {run.note}. {run.status === 'confirmed' ? 'The next import from this source is accepted.' : 'Nothing was changed.'}
        {run.repeats > 0 && ` Repeated ${count(run.repeats, 'time')}, last ${formatDateTime(run.seenAt)}.`}
      </p>
      {run.missing.length > 0 && (
        <p className="mt-2 max-w-prose text-sm">
          Missing:{' '}
          {run.missing.map(({ id, name }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <bdi>{name}</bdi>
            </span>
          ))}
          {others > 0 && ` and ${count(others, 'other')}`}
        </p>
      )}
      {run.status === 'refused' && (
        <Button variant="danger" className="mt-4" isBusy={busyWith === run.id} onClick={confirm}>
          Confirm removal
        </Button>
      )}
    </div>
  )
}
