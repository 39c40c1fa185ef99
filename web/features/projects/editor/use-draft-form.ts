import { useCallback, useEffect, useRef, useState } from 'react'
import { type ProjectField, type ProjectValues, projectFieldNames, removeUnstorable } from '#shared/projects/fields.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import { type Ancestry, fingerprint, type Value } from '#shared/sync/three-way-merge.ts'
import { useAutosave } from '#web/forms/use-autosave.ts'
import { localValue, versionsOf } from './conflict-versions.ts'
import { saveDraft } from './mutations.ts'

type PendingEdit = {
  /** Fingerprints: of the base text of the edit, then of the texts stored in the meantime. */
  lineage: string[]
  settles: string[]
}

export type DraftForm = ReturnType<typeof useDraftForm>

/**
 * The form values on the screen, saved on this device as `useAutosave` describes.
 *
 * A change from another device updates a field that has no local edit. A field with unsaved text, or with a conflicting text of
 * this device, keeps its value.
 */
export function useDraftForm(own: OwnProject, clientId: string | undefined) {
  const [texts, setTexts] = useState(() => textsOf(own, clientId))
  const shown = useRef(texts)
  const edits = useRef(new Map<ProjectField, PendingEdit>())

  const show = useCallback((next: ProjectValues) => {
    shown.current = next
    setTexts(next)
  }, [])

  useEffect(() => {
    const stored = textsOf(own, clientId)
    const unsaved = [...edits.current.keys()].map((field) => [field, shown.current[field]])
    show({ ...stored, ...Object.fromEntries(unsaved) })
  }, [own, clientId, show])

  /** @returns whether everything on the screen is stored */
  const store = async (isFinished: boolean): Promise<boolean> => {
    const sent = new Map(edits.current)
    const stored = shown.current
    const mapEdits = <Part>(select: (field: ProjectField, edit: PendingEdit) => Part) =>
      Object.fromEntries([...sent].map(([field, edit]) => [field, select(field, edit)]))
    const changes = mapEdits((field) => stored[field])
    const settles = mapEdits((_, edit) => edit.settles)
    const base: Ancestry = mapEdits((_, edit) => edit.lineage)
    await saveDraft({ changes, settles, ...(isFinished && { isFinished }) }, base)
    for (const [field, { lineage }] of sent) {
      if (shown.current[field] === stored[field]) edits.current.delete(field)
      else edits.current.set(field, { lineage: [...lineage, fingerprint(stored[field])], settles: [] })
    }
    return edits.current.size === 0
  }
  const { phase, noteChange, save } = useAutosave(store)

  const write = <Field extends ProjectField>(field: Field, value: ProjectValues[Field], settled: Value[] = []) => {
    const previous = edits.current.get(field) ?? { lineage: [fingerprint(shown.current[field])], settles: [] }
    const settledPrints = settled.map(fingerprint)
    edits.current.set(field, {
      lineage: [...new Set([...previous.lineage, ...settledPrints])],
      settles: [...previous.settles, ...settledPrints],
    })
    show({ ...shown.current, [field]: typeof value === 'string' ? removeUnstorable(value) : value })
    noteChange()
  }

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
