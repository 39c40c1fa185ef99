import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { MAX_PLACE_LENGTH } from '#shared/contacts/follow-up.ts'
import { followUpLabels } from '#shared/contacts/follow-up-labels.ts'
import { formatCount } from '#shared/format/count.ts'
import { type ContactCard, isPersonId, MAX_PEOPLE } from '#shared/people/contract.ts'
import type { StageLabels } from '#shared/raise/labels.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { ScanButton } from '#web/features/contacts/people/scan/scan-button.tsx'
import { useStageLabels } from '#web/features/contacts/raise/queries.ts'
import type { Table } from '#web/forms/read-table.ts'
import { textOfFile } from '#web/forms/text-of-file.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ColumnMatch } from './column-match.tsx'
import { type Choice, firstThatFit, planImport } from './plan-import.ts'
import { PlanList } from './plan-list.tsx'
import { type ColumnKind, matchColumns, readPeopleTable, readRows } from './read-table.ts'
import { readVCards } from './read-vcards.ts'
import { NoteFull, type SavedPerson, savePerson, withIds } from './save-import.ts'

/** A phone reads and shows a larger file too slowly; a whole address book is smaller. */
const MAX_FILE_BYTES = 10_000_000

type Read = { table: Table | undefined; kinds: ColumnKind[]; plan: SavedPerson[] }
type Props = {
  cards: readonly ContactCard[]
  /** Cards that another app has shared: they are opened at once. */
  file?: string | undefined
  onDone: (count: number) => void
  onOpen: (isOpen: boolean) => void
  /** The form of one person was filled from a code. */
  onFilled: () => void
}

/**
 * Other ways to add people than typing: a QR code, or a vCard or CSV file, after a look at each person of it. Everything is read on
 * this device and sent nowhere.
 */
export default function ImportPeople({ cards, file, onDone, onOpen, onFilled }: Props) {
  const db = usePrivateDb()
  const stages = useStageLabels()
  const [read, setRead] = useState<Read>()
  const [metAt, setMetAt] = useState('')
  const [fault, setFault] = useState<string>()
  const [savedCount, setSavedCount] = useState<number>()

  const openText = (text: string) => {
    const found = readFile(text, cards, stages)
    if (!found) return setFault('No people found in this file.')
    setRead(found)
    onOpen(true)
  }
  const open = async (files: readonly File[]) => {
    setFault(undefined)
    if (files.reduce((sum, { size }) => sum + size, 0) > MAX_FILE_BYTES) return setFault('This file is larger than 10 MB.')
    const texts = await Promise.all(files.map(textOfFile))
    if (texts.length > 1 && !texts.every((text) => readVCards(text).length > 0))
      return setFault('Please open one CSV file at a time, and without contact cards.')
    openText(texts.join('\n'))
  }
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (file === undefined || opened.current === file) return
    opened.current = file
    openText(file)
  })
  const close = () => {
    setRead(undefined)
    onOpen(false)
  }
  if (!read)
    return (
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-3">
          <ScanButton onFilled={onFilled} />
          <FileButton onFiles={(files) => void open(files)} />
        </div>
        {fault && <Notice tone="red">{fault}</Notice>}
      </div>
    )

  const { table, kinds, plan } = read
  const chosen = plan.filter(({ choice, isSaved }) => choice !== 'skip' && !isSaved)
  const { fitting, left } = firstThatFit(chosen, cards.filter(({ id }) => isPersonId(id)).length)
  const change = (at: number, choice: Choice) =>
    setRead({ ...read, plan: plan.map((person, index) => (index === at ? { ...person, choice } : person)) })
  const save = async () => {
    if (!db) return
    setFault(undefined)
    const done = [...plan]
    const saved = new Set(fitting)
    let count = 0
    setSavedCount(0)
    try {
      for (const [at, person] of done.entries()) {
        if (!saved.has(person)) continue
        await savePerson(db, person, metAt.trim())
        done[at] = { ...person, isSaved: true }
        count += 1
        setSavedCount(count)
      }
      onDone(count)
    } catch (error) {
      setRead({ ...read, plan: done })
      const reason = error instanceof NoteFull ? error.message : (storageSentence(error) ?? 'Couldn’t save on this device.')
      setFault(`${reason} ${count} of ${fitting.length} people are saved. Try again to save the others.`)
    }
    setSavedCount(undefined)
  }
  const isBusy = savedCount !== undefined
  return (
    <section aria-label="People of the file" className="grid gap-5">
      {table && !plan.some(({ isSaved }) => isSaved) && (
        <ColumnMatch
          table={table}
          kinds={kinds}
          onChange={(next) => setRead({ table, kinds: next, plan: withIds(planImport(readRows(table, next, stages), cards)) })}
        />
      )}
      <TextField
        label={`${followUpLabels.metAt} (all of them)`}
        optional
        placeholder="e.g. ETHCC Brussels"
        autoComplete="off"
        maxLength={MAX_PLACE_LENGTH}
        value={metAt}
        onChange={({ target }) => setMetAt(target.value)}
      />
      <PlanList plan={plan} onChange={change} />
      {left > 0 && (
        <Notice tone="red">
          You can add {formatCount(MAX_PEOPLE)} people at most: {formatCount(left)} of this file {left === 1 ? 'has' : 'have'} no
          room and {left === 1 ? 'is' : 'are'} left out. Leave others out instead, or open the file again after you have deleted
          some.
        </Notice>
      )}
      {fault && <Notice tone="red">{fault}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Button isBusy={isBusy} disabled={fitting.length === 0} className="max-sm:w-full" onClick={() => void save()}>
          {`Save ${left > 0 ? 'the first ' : ''}${formatCount(fitting.length)} ${fitting.length === 1 ? 'person' : 'people'}`}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={close}>
          Cancel
        </Button>
        <p role="status" className="text-sm text-soft">
          {isBusy && `${formatCount(savedCount)} saved`}
        </p>
      </div>
    </section>
  )
}

function readFile(text: string, cards: readonly ContactCard[], stages: StageLabels): Read | undefined {
  const people = readVCards(text)
  if (people.length > 0) return { table: undefined, kinds: [], plan: withIds(planImport(people, cards)) }
  const table = readPeopleTable(text)
  if (!table) return undefined
  const kinds = matchColumns(table.columns)
  return { table, kinds, plan: withIds(planImport(readRows(table, kinds, stages), cards)) }
}

const FileButton = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => (
  <label className="btn min-h-11 justify-self-start border-edge bg-transparent font-medium text-ink shadow-none hover:bg-well has-focus-visible:outline-2">
    <FileUp className="size-4" aria-hidden="true" />
    From a file (vCard or CSV)
    <input
      type="file"
      multiple
      accept=".vcf,.vcard,text/vcard,.csv,text/csv"
      className="sr-only"
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        // The same file can be chosen again after a change.
        target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  </label>
)
