import { MAX_NOTE_LENGTH, type NoteClash } from '#shared/contacts/contract.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDayTime } from '#web/ui/dates.ts'

type Props = {
  thing: 'note' | 'introduction' | 'template'
  text: string
  clashes: NoteClash[]
  /** Receives the chosen text, and the fingerprints of the conflicting texts that this choice resolves. */
  onSettle: (text: string, settles: string[]) => void
}

/** Conflicting texts that other devices wrote: they remain until the user has chosen. */
export function TextVersions({ clashes, ...rest }: Props) {
  if (clashes.length === 0) return null
  return (
    <section aria-label={`Other versions of this ${rest.thing}`} className="mt-3 grid gap-3">
      <p role="status" className="text-sm">
        {clashes.length === 1
          ? 'Two devices changed the same text. Both versions are kept. Choose what to do with the other one.'
          : 'Several devices changed the same text. All versions are kept. Choose what to do with the others.'}
      </p>
      {clashes.map((clash) => (
        <Version key={fingerprint(clash.text)} clash={clash} {...rest} />
      ))}
    </section>
  )
}

function Version({ thing, text, clash, onSettle }: Omit<Props, 'clashes'> & { clash: NoteClash }) {
  const settle = (chosen: string) => onSettle(chosen, [fingerprint(clash.text)])
  const both = `${text}\n${clash.text}`
  return (
    <article className="rounded-field border border-rule border-l-2 border-l-ink bg-well p-3">
      <p className="column-head">Other version</p>
      <time dateTime={clash.at} className="text-xs text-soft">
        {formatDayTime(clash.at)}
      </time>
      <p className="my-2 max-h-40 overflow-y-auto text-sm break-words whitespace-pre-wrap" dir="auto">
        {clash.text}
      </p>
      <div className="flex flex-wrap gap-2">
        {both.length <= MAX_NOTE_LENGTH && (
          <Button variant="outline" onClick={() => settle(both)}>
            Add to the {thing}
          </Button>
        )}
        <Button variant="outline" onClick={() => settle(clash.text)}>
          Use instead of the {thing}
        </Button>
        <Button variant="quiet" onClick={() => settle(text)}>
          Remove this text
        </Button>
      </div>
    </article>
  )
}
