import { Link } from '@tanstack/react-router'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { SearchField } from '#web/ui/search-field.tsx'
import { useModal } from '#web/ui/use-modal.ts'
import { type Entry, findEntries, type Group } from './entries.ts'
import { useSources } from './use-sources.ts'

type Props = { onClose: () => void; onSignOut: () => void }

/**
 * The command palette: contacts, investors, projects, pages and actions by a few letters, all from this device. The focus stays in
 * the field, and the arrow keys move through the list.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function Palette({ onClose, onSignOut }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const [typed, setTyped] = useState('')
  const sources = useSources()
  // Not deferred: Enter chooses from the list of what was typed.
  const groups = useMemo(() => findEntries(typed, sources), [typed, sources])
  const entries = groups.flatMap((group) => group.entries)
  const [activeId, setActiveId] = useState<string>()
  const active = entries.find(({ id }) => id === activeId) ?? entries[0]
  const optionId = (entry: Entry) => `${listId}-${entries.indexOf(entry)}`

  useModal(true, dialog, () => dialog.current?.querySelector('input') ?? null)
  const activeOption = active && optionId(active)
  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' })
  }, [activeOption])

  const move = (by: number) => {
    const at = active ? entries.indexOf(active) : 0
    setActiveId(entries.at((at + by) % entries.length)?.id)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    // A key that belongs to an input method chooses one of its candidates.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) move(step)
    else if (event.key === 'Enter' && active) document.getElementById(optionId(active))?.click()
    // The browser would only clear the field.
    else if (event.key === 'Escape') onClose()
    else if (event.key.toLowerCase() === 'k' && event.ctrlKey !== event.metaKey) onClose()
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the backdrop is for the pointer; Esc is the keyboard's way
    <dialog
      ref={dialog}
      aria-label="Search everything"
      className="modal modal-top sm:pt-[10vh]"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="modal-box flex h-dvh max-h-dvh flex-col rounded-none border border-rule bg-sheet p-0 sm:mx-auto sm:h-auto sm:max-h-[70dvh] sm:w-full sm:max-w-xl sm:rounded-box">
        <div className="flex items-center gap-2 border-b border-rule p-3">
          <SearchField
            label="Search everything"
            placeholder="Investors, contacts, projects, pages"
            value={typed}
            onChange={(text) => {
              setTyped(text)
              setActiveId(undefined)
            }}
            className="min-w-0 flex-1 border-0"
            input={{
              className: '[&::-webkit-search-cancel-button]:cursor-pointer [&::-webkit-search-cancel-button]:grayscale',
              role: 'combobox',
              'aria-expanded': true,
              'aria-controls': listId,
              'aria-autocomplete': 'list',
              'aria-activedescendant': activeOption,
              autoCapitalize: 'none',
              spellCheck: false,
              maxLength: 200,
              enterKeyHint: 'go',
              onKeyDown,
            }}
          />
          <button type="button" onClick={onClose} className="min-h-11 cursor-pointer px-3 text-soft hover:text-ink">
            Close
          </button>
        </div>
        <div id={listId} role="listbox" aria-label="Results" className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
          {groups.map((group) => (
            <EntryGroup key={group.title} group={group}>
              {(entry) => (
                <EntryLine
                  key={entry.id}
                  id={optionId(entry)}
                  entry={entry}
                  isActive={entry === active}
                  onPoint={() => setActiveId(entry.id)}
                  onChoose={() => {
                    onClose()
                    if (!entry.link) onSignOut()
                  }}
                />
              )}
            </EntryGroup>
          ))}
        </div>
        <p role="status" className={entries.length > 0 ? 'sr-only' : 'px-5 pb-6 text-soft'}>
          {entries.length > 0 ? `${entries.length} results` : 'Nothing on this device matches.'}
        </p>
      </div>
    </dialog>
  )
}

function EntryGroup({ group, children }: { group: Group; children: (entry: Entry) => React.ReactNode }) {
  const titleId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, as the pattern has it; a fieldset is for fields
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId} role="presentation" className="column-head px-3 pt-3 pb-1">
        {group.title}
      </p>
      {group.entries.map(children)}
    </div>
  )
}

type LineProps = { id: string; entry: Entry; isActive: boolean; onPoint: () => void; onChoose: () => void }

function EntryLine({ id, entry, isActive, onPoint, onChoose }: LineProps) {
  const shared = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isActive,
    className: `flex min-h-12 w-full cursor-pointer items-center gap-4 rounded-field px-3 py-1.5 text-left ${isActive ? 'bg-well' : ''}`,
    onPointerMove: () => isActive || onPoint(),
    onClick: onChoose,
  }
  const content = (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate">{entry.label}</span>
        {entry.detail && <span className="block truncate text-sm text-soft">{entry.detail}</span>}
      </span>
      {entry.note && <span className="shrink-0 text-sm text-soft">{entry.note}</span>}
    </>
  )
  if (!entry.link) {
    return (
      <button type="button" {...shared}>
        {content}
      </button>
    )
  }
  return (
    <Link {...entry.link} {...shared} preload={false}>
      {content}
    </Link>
  )
}
