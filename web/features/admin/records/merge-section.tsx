import { type FormEvent, useEffect, useState } from 'react'
import type { MergePreview } from '#shared/admin/merge.ts'
import type { AdminRecord } from '#shared/admin/records.ts'
import type { DeskResults } from '#shared/admin/search.ts'
import type { VcId } from '#shared/ids.ts'
import { mergeRecord, previewMerge, searchDesk } from '#web/features/admin/api.ts'
import { HttpProblem } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { MergeTable } from './merge-table.tsx'
import { RecordSection } from './record-frame.tsx'
import type { Decide } from './record-screen.tsx'

type Props = { record: AdminRecord; isBusy: boolean; decide: Decide }
type Found = DeskResults['investors']['items']

/** Finds another record of the same person, shows both side by side, and merges one into the other. */
export function MergeSection({ record, isBusy, decide }: Props) {
  const [other, setOther] = useState<VcId>()
  return (
    <RecordSection
      title="The same person twice"
      lead="When two imports list one person, one record is merged into the other. Buyers of either keep the contact and all that they wrote."
    >
      <OtherRecord name={record.facts.name} self={record.id} onChoose={setOther} />
      {other && <Comparison key={other} {...{ record, other, isBusy, decide }} onMerged={() => setOther(undefined)} />}
    </RecordSection>
  )
}

type OtherProps = { name: string; self: VcId; onChoose: (id: VcId) => void }

function OtherRecord({ name, self, onChoose }: OtherProps) {
  const [query, setQuery] = useState(name)
  const [found, setFound] = useState<Found>()
  const [error, setError] = useState<string>()
  const [isSearching, setSearching] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSearching(true)
    setError(undefined)
    try {
      const { investors } = await searchDesk(idIn(query))
      setFound(investors.items.filter(({ id, vcType }) => vcType === 'airtable' && id !== self))
    } catch (failure) {
      setError(problemText(failure))
    }
    setSearching(false)
  }

  return (
    <>
      <form onSubmit={submit} noValidate className="flex flex-wrap gap-3">
        <SearchField
          label="Find the other record"
          placeholder="Name, id or link"
          value={query}
          onChange={setQuery}
          className="min-w-0 flex-[1_1_14rem]"
          input={{ maxLength: 200, enterKeyHint: 'search' }}
        />
        <Button type="submit" variant="outline" isBusy={isSearching}>
          Find
        </Button>
      </form>
      {error && (
        <p role="alert" className="mt-2 text-sm text-red">
          {error}
        </p>
      )}
      <p role="status" className={found?.length === 0 ? 'mt-3 text-soft' : 'sr-only'}>
        {found && (found.length === 0 ? 'No other record found.' : 'Records below.')}
      </p>
      {found && found.length > 0 && (
        <ul className="mt-4 border-t border-rule">
          {found.map(({ id, name, fund }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule py-2">
              <span className="min-w-0 flex-[1_1_14rem] break-words">
                <bdi className="block font-medium">{name}</bdi>
                <span className="block text-sm text-soft">
                  {fund && fund !== name && (
                    <>
                      <bdi>{fund}</bdi>
                      {' · '}
                    </>
                  )}
                  {id}
                </span>
              </span>
              <Button variant="outline" onClick={() => onChoose(id)} aria-label={`Compare with ${name}, ${id}`}>
                Compare
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The id in the address of a profile; other text as it is. */
const idIn = (text: string) => /\/(?:vc|investor)\/([\w-]+)/.exec(text)?.[1] ?? /[?&]investor=([\w-]+)/.exec(text)?.[1] ?? text

type ComparisonProps = Props & { other: VcId; onMerged: () => void }

function Comparison({ record, other, isBusy, decide, onMerged }: ComparisonProps) {
  const [doesStay, setStay] = useState(true)
  const [preview, setPreview] = useState<MergePreview | string>()
  const from = doesStay ? other : record.id
  const into = doesStay ? record.id : other

  // Also after a decision, which reloads the record: the other one may have changed.
  useEffect(() => {
    let isCurrent = true
    previewMerge(from, into)
      .catch(problemText)
      .then((answer) => isCurrent && setPreview(answer))
    return () => {
      isCurrent = false
    }
  }, [from, into, record])

  const swap = (
    <Button variant="outline" onClick={() => setStay(!doesStay)}>
      Keep the other one
    </Button>
  )
  if (preview === undefined) return <p className="mt-6 text-soft">Loading…</p>
  if (typeof preview === 'string')
    return (
      <div className="mt-6 grid gap-4">
        <Notice title="These records can’t be merged so">{preview}</Notice>
        <p>{swap}</p>
      </div>
    )
  return (
    <div className="mt-6">
      <MergeTable preview={preview} />
      <p className="mt-4 text-sm text-soft">
        {preview.buyersOfBoth > 0 && `${preview.buyersOfBoth} bought both, and keep one contact and both receipts. `}
        Users with a note about both find the two notes in one.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          variant="danger"
          isBusy={isBusy}
          onClick={() =>
            decide(
              {
                ...{ name: 'merge', title: 'Merge the records', action: 'Merge', done: 'Merged' },
                text: `${nameOf(preview.from)} goes, ${nameOf(preview.into)} stays. A merge can’t be taken back. Only admins see your reason.`,
              },
              ({ reason }) =>
                mergeRecord(preview.from.id, {
                  ...{ into: preview.into.id, reason },
                  ...{ version: preview.from.version, intoVersion: preview.into.version },
                }).then(onMerged),
            )
          }
        >
          Merge…
        </Button>
        {swap}
      </div>
    </div>
  )
}

/** Two records of one person often have one name. */
const nameOf = ({ id, facts }: AdminRecord) => `“${facts.name}” (${id})`

const problemText = (error: unknown): string =>
  error instanceof HttpProblem ? (error.problem?.message ?? error.message) : 'Couldn’t reach the server. Please try again.'
