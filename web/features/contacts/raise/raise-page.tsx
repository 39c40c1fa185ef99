import { Link } from '@tanstack/react-router'
import { Flag, UserPlus } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { isDue } from '#shared/contacts/follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import type { Deal, Round } from '#shared/raise/contract.ts'
import { stageLabels } from '#shared/raise/labels.ts'
import { raiseTotals } from '#shared/raise/totals.ts'
import { foldAhead } from '#web/features/contacts/list/contact-search.ts'
import type { OwnWords } from '#web/features/contacts/own-words.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { Board } from './board/board.tsx'
import { MoveDialog } from './board/move-dialog.tsx'
import { columnLabel, stageKey } from './labels.ts'
import { PrintTable, useIsPrinting } from './print-table.tsx'
import { RaiseFilters } from './raise-filters.tsx'
import { RaiseList } from './raise-list.tsx'
import { filterRows, type RaiseRow, type RaiseStage, raiseColumns, raiseRows } from './raise-rows.ts'
import { RoundForm } from './round-form.tsx'
import type { RaiseSearch } from './search-params.ts'
import { Totals } from './totals.tsx'
import { useMoves } from './use-moves.ts'

type Props = {
  contacts: readonly ContactCard[]
  own: OwnWords
  deals: ReadonlyMap<VcId, Deal>
  round: Round | null
  search: RaiseSearch
  onSearch: (search: RaiseSearch) => void
  /** Milliseconds since the Unix epoch. */
  now: number
}

const quiet = 'min-h-11 cursor-pointer px-2 text-sm text-soft underline underline-offset-4 hover:text-ink'

/** The user's round: all contacts by the stage of their conversation, from local data only. */
export function RaisePage({ contacts, own, deals, round, search, onSearch, now }: Props) {
  const [isEditing, setEditing] = useState(false)
  const [menu, setMenu] = useState<RaiseRow>()
  const [focused, setFocused] = useState<{ id: string }>()
  const [said, setSaid] = useState('')
  const [words, setWords] = useState(search.text ?? '')
  const text = useDeferredValue(words)
  const isPrinting = useIsPrinting()
  const { moved, move } = useMoves(own.followUps)
  const stages = useMemo(() => stageLabels(round), [round])
  const rows = useMemo(() => raiseRows({ contacts, own, deals }, moved), [contacts, own, deals, moved])
  const found = useMemo(() => filterRows(rows, own, { ...search, text }, now), [rows, own, search, text, now])
  const columns = useMemo(() => raiseColumns(found), [found])
  // An empty first column would fill a phone. A contact is moved back into it by the menu of its card.
  const shown = columns.filter(({ stage, rows }) =>
    search.stage ? stageKey(stage) === search.stage : stage !== null || rows.length > 0,
  )
  const totals = useMemo(() => raiseTotals(rows), [rows])
  const dueCount = useMemo(() => rows.filter((row) => isDue(row, now)).length, [rows, now])

  useEffect(() => foldAhead(contacts, own), [contacts, own])

  const moveTo = (row: RaiseRow, stage: RaiseStage) => {
    move(row.key, stage)
    setSaid(`${row.contact.name} moved to ${columnLabel(stage, stages)}`)
  }
  const choose = (stage: RaiseStage) => {
    if (menu && menu.stage !== stage) moveTo(menu, stage)
    if (menu) setFocused({ id: menu.key })
    setMenu(undefined)
  }
  const saveTable = async () => {
    try {
      const { toRaiseCsv } = await loadChunk(() => import('./csv.ts'))
      saveFile('latchkey-raise.csv', toRaiseCsv(found, stages), 'text/csv')
    } catch {
      toast({ title: 'Not saved. Reconnect and try again.', variant: 'destructive' })
    }
  }

  return (
    <div className="pb-16">
      <div className="frame pt-6 print:pt-0">
        <div className="print:hidden">
          <BackLink to="/contacts">Contacts</BackLink>
        </div>
        <div className="max-sm:-mb-4 sm:mt-2">
          <PageHeading
            title={round?.name ? <span dir="auto">{round.name}</span> : 'Your raise'}
            lead={
              <span className="max-sm:hidden print:hidden">
                Everybody you talk to, by stage. Private, and saved on this device for offline use.
              </span>
            }
            action={
              <div className="flex flex-wrap gap-3 print:hidden">
                <Button variant="outline" onClick={() => setEditing(true)}>
                  Round and stages
                </Button>
              </div>
            }
          />
        </div>
        {rows.length === 0 ? (
          <FirstStep />
        ) : (
          <>
            <Totals totals={totals} target={round?.target ?? null} onTarget={() => setEditing(true)} />
            <RaiseFilters
              words={words}
              onWords={setWords}
              search={search}
              onSearch={onSearch}
              stages={stages}
              dueCount={dueCount}
            />
            <p role="status" className="sr-only">
              {said || `${found.length} of ${rows.length} contacts`}
            </p>
            {isPrinting && <PrintTable columns={columns} stages={stages} />}
            {found.length === 0 && <p className="py-8 text-soft">No matching contacts.</p>}
            {found.length > 0 && search.view === 'list' && (
              <RaiseList rows={found} stages={stages} now={now} name={JSON.stringify([text, search])} onMenu={setMenu} />
            )}
          </>
        )}
      </div>
      {found.length > 0 && search.view !== 'list' && (
        <Board columns={shown} stages={stages} now={now} onMove={moveTo} onMenu={setMenu} focused={focused} />
      )}
      {found.length > 0 && (
        <div className="frame print:hidden">
          <p className="mt-3 -ml-2 flex flex-wrap items-center gap-x-2">
            <button type="button" className={quiet} onClick={() => void saveTable()}>
              Save as CSV
            </button>
            <button type="button" className={quiet} onClick={() => window.print()}>
              Print
            </button>
          </p>
        </div>
      )}
      {menu && <MoveDialog row={menu} stages={stages} onMove={choose} onClose={() => setMenu(undefined)} />}
      <Dialog title="Round and stages" isOpen={isEditing} onClose={() => setEditing(false)}>
        <RoundForm round={round} />
      </Dialog>
    </div>
  )
}

const FirstStep = () => (
  <EmptyState
    icon={<Flag className="size-8" strokeWidth={1.25} aria-hidden="true" />}
    title="Your raise starts with a contact"
    action={
      <div className="flex flex-wrap justify-center gap-3">
        <Link to="/contacts/new" className={buttonClass('ink')}>
          <UserPlus className="size-4" aria-hidden="true" />
          Add a person
        </Link>
        <Link to="/vcs" className={buttonClass('outline')}>
          Browse investors
        </Link>
      </div>
    }
  >
    <p>Add a person you talk to, or unlock an investor. Each contact becomes a card that you move from stage to stage.</p>
  </EmptyState>
)
