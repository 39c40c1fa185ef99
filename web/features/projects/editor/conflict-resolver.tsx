import { formatAmount } from '#shared/projects/amount.ts'
import { MAX_LENGTH, type ProjectField } from '#shared/projects/fields.ts'
import type { Value } from '#shared/sync/three-way-merge.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDayTime } from '#web/ui/dates.ts'
import type { Version } from './conflict-versions.ts'
import type { DraftForm } from './use-draft-form.ts'

type Props = { form: DraftForm; name: ProjectField; label: string }

/** Fields whose length limit allows both texts to be joined. */
const joinableFields = {
  description: MAX_LENGTH.description,
  traction: MAX_LENGTH.traction,
  teamRoles: MAX_LENGTH.teamRoles,
} as const
const maxJoinedLength = (name: ProjectField) => (joinableFields as Partial<Record<ProjectField, number>>)[name]

/** Conflict of two devices that edited one field: both texts are shown side by side until the user chooses one. */
export function ConflictResolver({ form, name, label }: Props) {
  const versions = form.versions(name)
  const [first, ...others] = versions
  if (!first || others.length === 0) return null
  const texts = [form.texts[name], ...others.map(({ value }) => value)]
  const both = texts.join('\n\n')
  const fitsBoth = both.length <= (maxJoinedLength(name) ?? 0)
  return (
    <section
      aria-label={`Two versions of ${label}`}
      className="rounded-field border border-rule border-l-2 border-l-ink bg-well p-4"
    >
      <p role="status" className="text-sm">
        You also edited <strong className="font-medium">{label}</strong> on another device. Both versions are kept. Choose one.
      </p>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <Text
          title="Your text"
          version={{ ...first, value: form.texts[name] }}
          label={label}
          onKeep={(value) => form.choose(name, value)}
        />
        {others.map((version) => (
          <Text
            key={String(version.value)}
            title="Version from the other device"
            version={version}
            label={label}
            onKeep={(value) => form.choose(name, value)}
          />
        ))}
      </div>
      {fitsBoth && (
        <Button variant="quiet" className="mt-2 -ml-3" onClick={() => form.choose(name, both)}>
          Keep both
        </Button>
      )}
    </section>
  )
}

type TextProps = { title: string; version: Version; label: string; onKeep: (value: Value) => void }

function Text({ title, version, label, onKeep }: TextProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-field border border-rule bg-sheet p-3">
      <p className="column-head">{title}</p>
      {version.at && (
        <time dateTime={version.at} className="text-xs text-soft">
          {formatDayTime(version.at)}
        </time>
      )}
      <p className="my-2 max-h-40 flex-1 overflow-y-auto text-sm break-words whitespace-pre-wrap" dir="auto">
        {readable(version.value)}
      </p>
      <Button variant="outline" aria-label={`Keep this version of ${label}: ${title}`} onClick={() => onKeep(version.value)}>
        Keep this version
      </Button>
    </div>
  )
}

const readable = (value: Value) => (typeof value === 'number' ? formatAmount(value) : String(value ?? ''))
