import { FileUp } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import {
  type ColdColumn,
  type ColdImport,
  type ColdRow,
  coldFieldLabels,
  coldFields,
  PreviewColdImport,
} from '#shared/cold-scout/import.ts'
import { formatCount } from '#shared/format/count.ts'
import { importColdScout, previewColdImport } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { count } from '#web/features/admin/format-figures.ts'
import { HttpProblem } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { coldRowsOf, type OpenedFile, openColdFile } from './cold-rows.ts'

const SHOWN = 100
/** What the button and the decision are about. */
const IMPORT = 'cold-scout'

type Props = { settle: Settle; busyWith: string | undefined }

/**
 * Imports funds and people of Cold Scout from a CSV file: the columns are matched, the server returns what it would do with each line, and
 * does exactly that. The file is read on this device; only matched columns are sent.
 */
export function ColdImportSection({ settle, busyWith }: Props) {
  const [opened, setOpened] = useState<OpenedFile>()
  const [plan, setPlan] = useState<{ rows: ColdRow[]; shown: ColdImport }>()
  const [isReading, setReading] = useState(false)
  const [fault, setFault] = useState<string>()

  const open = async (file: File) => {
    setFault(undefined)
    setPlan(undefined)
    const read = await openColdFile(file)
    if (typeof read === 'string') setFault(read)
    else setOpened(read)
  }
  const preview = async ({ table, kinds }: OpenedFile) => {
    const read = v.safeParse(PreviewColdImport, { rows: coldRowsOf(table, kinds) })
    setFault(read.success ? undefined : read.issues[0].message)
    if (!read.success) return
    const { rows } = read.output
    setReading(true)
    const answer = await previewColdImport(rows).catch((error: unknown) => problemText(error))
    setReading(false)
    if (typeof answer === 'string') setFault(answer)
    else setPlan({ rows, shown: answer })
  }
  const close = () => {
    setOpened(undefined)
    setPlan(undefined)
    setFault(undefined)
  }
  const apply = async ({ rows, shown }: NonNullable<typeof plan>) => {
    const sentence = `${count(shown.added, 'line')} added, ${formatCount(shown.changed)} changed.`
    const isDone = await settle({ targetId: IMPORT, title: 'Imported', sentence }, () => importColdScout(rows, shown.version))
    // The preview is of an earlier state, or of a state that the import has changed.
    setPlan(undefined)
    if (isDone) close()
  }
  const isEmpty = plan !== undefined && plan.shown.added + plan.shown.changed === 0
  return (
    <section aria-labelledby="cold-import" className="mb-12">
      <h2 id="cold-import" className="border-b border-edge pb-2 text-2xl">
        Import Cold Scout
      </h2>
      <p className="max-w-prose py-4 text-sm text-soft">
        A CSV file with a line for each person: the fund, the name and the role, and where known the website, the focus and the
        profiles. Funds and people that exist are changed, and none is removed.
      </p>
      <div className="grid gap-5">
        {opened ? (
          <>
            <p className="break-words">
              <bdi>{opened.name}</bdi>: {count(opened.table.rows.length, 'line')}
            </p>
            <Columns
              opened={opened}
              onChange={(kinds) => {
                setOpened({ ...opened, kinds })
                setPlan(undefined)
              }}
            />
          </>
        ) : (
          <FileButton onFile={(file) => void open(file)} />
        )}
        {fault && <Notice tone="red">{fault}</Notice>}
        {plan && <Plan shown={plan.shown} />}
        {opened && (
          <div className="flex flex-wrap gap-3">
            {plan ? (
              <Button isBusy={busyWith === IMPORT} disabled={isEmpty} onClick={() => void apply(plan)}>
                Import
              </Button>
            ) : (
              <Button variant="outline" isBusy={isReading} onClick={() => void preview(opened)}>
                Preview
              </Button>
            )}
            <Button variant="quiet" disabled={busyWith === IMPORT} onClick={close}>
              Cancel
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

const problemText = (error: unknown): string =>
  error instanceof HttpProblem ? (error.problem?.message ?? error.message) : 'Couldn’t reach the server. Please try again.'

const FileButton = ({ onFile }: { onFile: (file: File) => void }) => (
  <label className="btn min-h-11 justify-self-start border-edge bg-transparent font-medium text-ink shadow-none hover:bg-well has-focus-visible:outline-2">
    <FileUp className="size-4" aria-hidden="true" />
    Choose a CSV file
    <input
      type="file"
      accept=".csv,.txt,.tsv,text/csv"
      className="sr-only"
      onChange={({ target }) => {
        const file = target.files?.[0]
        if (file) onFile(file)
        // The same file can be chosen again after a change.
        target.value = ''
      }}
    />
  </label>
)

type ColumnsProps = { opened: OpenedFile; onChange: (kinds: ColdColumn[]) => void }

/** What each column is, with its first value as an example. */
const Columns = ({ opened: { table, kinds }, onChange }: ColumnsProps) => (
  <div className="grid gap-4 border-y border-rule py-5 sm:grid-cols-2 lg:grid-cols-3">
    {table.columns.map((column, at) => (
      <SelectField
        // Two columns may have one name.
        key={`${at}-${column}`}
        label={column.trim() || `Column ${at + 1}`}
        hint={table.rows.find((row) => row[at]?.trim())?.[at]?.slice(0, 60)}
        value={kinds[at]}
        onChange={({ target }) => onChange(kinds.with(at, target.value as ColdColumn))}
      >
        {([...coldFields, 'skip'] as const).map((field) => (
          <option key={field} value={field}>
            {coldFieldLabels[field]}
          </option>
        ))}
      </SelectField>
    ))}
  </div>
)

/** What the server would do: the counts, and the lines that are left out. */
function Plan({ shown }: { shown: ColdImport }) {
  const { added, changed, unchanged, quarantined, suppressed, newFunds, lines } = shown
  const left = lines.filter(({ reason }) => reason !== null)
  const counts = { added, changed, unchanged, 'left out': quarantined + suppressed }
  const parts = Object.entries(counts).map(([name, number]) => `${formatCount(number)} ${name}`)
  return (
    <div role="status">
      <p>{[...parts, count(newFunds, 'new fund')].join(' · ')}</p>
      {left.length > 0 && (
        <ul className="mt-3 border-t border-rule text-sm" aria-label="Lines that are left out">
          {left.slice(0, SHOWN).map(({ line, fund, name, reason }) => (
            <li key={line} className="border-b border-rule py-2 break-words" dir="auto">
              Line {line}: {reason}
              <span className="text-soft"> {[name, fund].filter(Boolean).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
      {left.length > SHOWN && <p className="mt-2 text-sm text-soft">And {count(left.length - SHOWN, 'other line')}.</p>}
    </div>
  )
}
