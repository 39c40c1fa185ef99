import type { AppliedFilter } from './applied-filters.tsx'
import { Button } from './button.tsx'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

type Props<Filters> = {
  words: string | undefined
  applied: readonly AppliedFilter<Filters>[]
  onChange: (change: Partial<Filters>) => void
  clearWords: Partial<Filters>
  clearAll: Partial<Filters>
}

/** Below an empty result: each part of what was asked for can be cleared by itself, and all of it. */
export function ClearFilters<Filters>({ words, applied, onChange, clearWords, clearAll }: Props<Filters>) {
  const focus = useFocusAfterRemoval('input[type="search"]')
  const parts = [
    ...(words ? [{ name: 'Clear search', change: clearWords }] : []),
    ...applied.map(({ value, without }) => ({ name: `Clear ${value}`, change: without })),
  ]
  return (
    <div {...focus} className="flex flex-wrap justify-center gap-3">
      {parts.length > 1 &&
        parts.map(({ name, change }) => (
          <Button key={name} variant="outline" onClick={() => onChange(change)}>
            {name}
          </Button>
        ))}
      <Button variant="outline" onClick={() => onChange(clearAll)}>
        {!words ? 'Clear filters' : applied.length > 0 ? 'Clear search and filters' : 'Clear search'}
      </Button>
    </div>
  )
}

/** `Nothing matches “quantum” with Seed, Social.` */
export function NothingMatches({ words, applied }: { words: string | undefined; applied: readonly { value: string }[] }) {
  return (
    <p className="break-words">
      Nothing matches {words && <q>{words}</q>}
      {words && applied.length > 0 && ' with '}
      <bdi>{applied.map(({ value }) => value).join(', ')}</bdi>.
    </p>
  )
}
