import { useCallback, useEffect, useRef, useState } from 'react'
import { type ProjectField, type ProjectValues, projectFieldNames, storable } from '#shared/projects/fields.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import { type Ancestry, fingerprint, type Value } from '#shared/sync/three-way-merge.ts'
import { captureWriter } from '#web/db/tab/databases.ts'
import { localValue, versionsOf } from './conflict-versions.ts'
import { saveDraft } from './mutations.ts'

/** A pause in writing of this length saves. */
const PAUSE_MS = 600

/** `saved`: everything is stored. `unsaved`: the device could not store it. */
export type SavePhase = 'saved' | 'writing' | 'saving' | 'unsaved'

type PendingEdit = {
  /** Fingerprints: of the base text of the edit, then of the texts stored in the meantime. */
  lineage: string[]
  settles: string[]
}

export type DraftForm = ReturnType<typeof useDraftForm>

/**
 * The form values on the screen, saved on this device at each pause, on blur and on leaving the page.
 *
 * A change from another device updates a field that has no local edit. A field with unsaved text, or with a conflicting text of
 * this device, keeps its value.
 */
export function useDraftForm(own: OwnProject, clientId: string | undefined) {
  const [texts, setTexts] = useState(() => textsOf(own, clientId))
  const [phase, setPhase] = useState<SavePhase>('saved')
  const shown = useRef(texts)
  const edits = useRef(new Map<ProjectField, PendingEdit>())
  const tail = useRef(Promise.resolve(true))
  const mayBeWritten = useRef<() => boolean>(() => true)

  const show = useCallback((next: ProjectValues) => {
    shown.current = next
    setTexts(next)
  }, [])

  useEffect(() => {
    const stored = textsOf(own, clientId)
    const unsaved = [...edits.current.keys()].map((field) => [field, shown.current[field]])
    show({ ...stored, ...Object.fromEntries(unsaved) })
  }, [own, clientId, show])

  const write = <Field extends ProjectField>(field: Field, value: ProjectValues[Field], settled: Value[] = []) => {
    const previous = edits.current.get(field) ?? { lineage: [fingerprint(shown.current[field])], settles: [] }
    const settledPrints = settled.map(fingerprint)
    if (edits.current.size === 0) mayBeWritten.current = captureWriter()
    edits.current.set(field, {
      lineage: [...new Set([...previous.lineage, ...settledPrints])],
      settles: [...previous.settles, ...settledPrints],
    })
    show({ ...shown.current, [field]: typeof value === 'string' ? storable(value) : value })
    setPhase('writing')
  }

  /** @returns whether everything on the screen is stored */
  const flush = useCallback(async (isFinished = false): Promise<boolean> => {
    if (edits.current.size === 0 && !isFinished) return true
    if (!mayBeWritten.current()) return false
    const sent = new Map(edits.current)
    const stored = shown.current
    const mapEdits = <Part>(select: (field: ProjectField, edit: PendingEdit) => Part) =>
      Object.fromEntries([...sent].map(([field, edit]) => [field, select(field, edit)]))
    setPhase('saving')
    try {
      const changes = mapEdits((field) => stored[field])
      const settles = mapEdits((_, edit) => edit.settles)
      const base: Ancestry = mapEdits((_, edit) => edit.lineage)
      await saveDraft({ changes, settles, ...(isFinished && { isFinished }) }, base)
    } catch {
      setPhase('unsaved')
      return false
    }
    for (const [field, { lineage }] of sent) {
      if (shown.current[field] === stored[field]) edits.current.delete(field)
      else edits.current.set(field, { lineage: [...lineage, fingerprint(stored[field])], settles: [] })
    }
    setPhase(edits.current.size > 0 ? 'writing' : 'saved')
    return edits.current.size === 0
  }, [])

  /** Saves run one after the other: a later save needs the fingerprints that an earlier one has stored. */
  const save = useCallback(
    (isFinished = false): Promise<boolean> => {
      tail.current = tail.current.then(() => flush(isFinished))
      return tail.current
    },
    [flush],
  )

  // Restarted with every keystroke: the pause is counted from the last one.
  useEffect(() => {
    if (phase !== 'writing') return
    const timer = setTimeout(() => void save(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [phase, texts, save])

  // A hidden page may be terminated without another event, in particular on a phone.
  useEffect(() => {
    const flushNow = () => void save()
    document.addEventListener('visibilitychange', flushNow)
    window.addEventListener('pagehide', flushNow)
    return () => {
      document.removeEventListener('visibilitychange', flushNow)
      window.removeEventListener('pagehide', flushNow)
      flushNow()
    }
  }, [save])

  return {
    texts,
    phase,
    write,
    save,
    versions: (field: ProjectField) => versionsOf(own, field, clientId),
    /** Resolves a conflict: the user has seen all texts of a field and chosen this one. */
    choose: (field: ProjectField, value: Value) => {
      const others = versionsOf(own, field, clientId).map((version) => version.value)
      write(field, value as ProjectValues[typeof field], others)
      void save()
    },
  }
}

const textsOf = (own: OwnProject, clientId: string | undefined) =>
  Object.fromEntries(projectFieldNames.map((field) => [field, localValue(own, field, clientId)])) as ProjectValues
