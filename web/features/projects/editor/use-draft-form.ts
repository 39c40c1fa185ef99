import { useCallback, useEffect, useRef, useState } from 'react'
import { type ProjectField, type ProjectValues, projectFieldNames, storable } from '#shared/projects/fields.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import { type Ancestry, fingerprint, type Value } from '#shared/sync/three-way-merge.ts'
import { captureWriter } from '#web/db/tab/databases.ts'
import { localValue, versionsOf } from './conflict-versions.ts'
import { saveDraft } from './mutations.ts'

/** A pause in writing of this length saves. */
const PAUSE_MS = 600

/** `saved`: everything has reached the disk. `unsaved`: the device could not store it. */
export type SavePhase = 'saved' | 'writing' | 'saving' | 'unsaved'

type Typed = {
  /** Fingerprints: of the text the writing began with, then of what was stored on the way. */
  lineage: string[]
  settles: string[]
}

export type DraftForm = ReturnType<typeof useDraftForm>

/**
 * The fields as they stand on the screen, saved on this device at each pause, on leaving a field and on leaving the page.
 *
 * What other devices write comes in while it is nobody's here; a field with words that have not reached the disk, or
 * for which this device has a text of its own, keeps what it shows.
 */
export function useDraftForm(own: OwnProject, clientId: string | undefined) {
  const [texts, setTexts] = useState(() => textsOf(own, clientId))
  const [phase, setPhase] = useState<SavePhase>('saved')
  const shown = useRef(texts)
  const typed = useRef(new Map<ProjectField, Typed>())
  const tail = useRef(Promise.resolve(true))
  const mayBeWritten = useRef<() => boolean>(() => true)

  const show = useCallback((next: ProjectValues) => {
    shown.current = next
    setTexts(next)
  }, [])

  useEffect(() => {
    const stored = textsOf(own, clientId)
    const kept = [...typed.current.keys()].map((field) => [field, shown.current[field]])
    show({ ...stored, ...Object.fromEntries(kept) })
  }, [own, clientId, show])

  const write = <Field extends ProjectField>(field: Field, value: ProjectValues[Field], settled: Value[] = []) => {
    const before = typed.current.get(field) ?? { lineage: [fingerprint(shown.current[field])], settles: [] }
    const seen = settled.map(fingerprint)
    if (typed.current.size === 0) mayBeWritten.current = captureWriter()
    typed.current.set(field, {
      lineage: [...new Set([...before.lineage, ...seen])],
      settles: [...before.settles, ...seen],
    })
    show({ ...shown.current, [field]: typeof value === 'string' ? storable(value) : value })
    setPhase('writing')
  }

  /** @returns whether everything that was on the screen is on the disk */
  const flush = useCallback(async (isFinished = false): Promise<boolean> => {
    if (typed.current.size === 0 && !isFinished) return true
    if (!mayBeWritten.current()) return false
    const sent = new Map(typed.current)
    const stored = shown.current
    const of = <Part>(part: (field: ProjectField, own: Typed) => Part) =>
      Object.fromEntries([...sent].map(([field, words]) => [field, part(field, words)]))
    setPhase('saving')
    try {
      const changes = of((field) => stored[field])
      const settles = of((_, words) => words.settles)
      const base: Ancestry = of((_, words) => words.lineage)
      await saveDraft({ changes, settles, ...(isFinished && { isFinished }) }, base)
    } catch {
      setPhase('unsaved')
      return false
    }
    for (const [field, { lineage }] of sent) {
      if (shown.current[field] === stored[field]) typed.current.delete(field)
      else typed.current.set(field, { lineage: [...lineage, fingerprint(stored[field])], settles: [] })
    }
    setPhase(typed.current.size > 0 ? 'writing' : 'saved')
    return typed.current.size === 0
  }, [])

  /** One after the other: a later save must know what an earlier one has stored. */
  const save = useCallback(
    (isFinished = false): Promise<boolean> => {
      tail.current = tail.current.then(() => flush(isFinished))
      return tail.current
    },
    [flush],
  )

  // At every stroke anew: the pause is counted from the last one.
  useEffect(() => {
    if (phase !== 'writing') return
    const timer = setTimeout(() => void save(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [phase, texts, save])

  // A page that is hidden may never come back: a phone ends it without asking.
  useEffect(() => {
    const now = () => void save()
    document.addEventListener('visibilitychange', now)
    window.addEventListener('pagehide', now)
    return () => {
      document.removeEventListener('visibilitychange', now)
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [save])

  return {
    texts,
    phase,
    write,
    save,
    versions: (field: ProjectField) => versionsOf(own, field, clientId),
    /** The person has seen all texts of a field, and this is the one. */
    choose: (field: ProjectField, value: Value) => {
      const others = versionsOf(own, field, clientId).map((version) => version.value)
      write(field, value as ProjectValues[typeof field], others)
      void save()
    },
  }
}

const textsOf = (own: OwnProject, clientId: string | undefined) =>
  Object.fromEntries(projectFieldNames.map((field) => [field, localValue(own, field, clientId)])) as ProjectValues
