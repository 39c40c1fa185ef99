import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import type { MutationId, TicketId } from '#shared/ids.ts'
import type { DraftId, PrivateDatabase } from '#web/db/private-database.ts'
import { changedFields } from '#web/forms/local-draft.ts'
import { useLocalDraft, useRestoredDraft } from '#web/forms/use-local-draft.ts'
import { retryRefused } from '#web/sync/engine/sync-port.ts'
import { uuid7 } from '#web/sync/engine/uuid7.ts'
import type { HelpForm } from './forms.ts'
import { loadForm, saveForm, type Typed } from './help-draft.ts'
import { findRefused } from './queries.ts'

/** The stored draft, or the rejected text that is to be corrected. */
function useLoaded(db: PrivateDatabase | undefined, form: HelpForm, edits: MutationId | undefined) {
  const load = useCallback(
    async (db: PrivateDatabase): Promise<Typed> => {
      const refused = edits && (await findRefused(db, edits))
      const stored = await db.drafts.get(draftId(form, edits))
      return loadForm(stored?.values ?? refused?.args, form.blank)
    },
    [form, edits],
  )
  return useRestoredDraft(db, load, form.blank)
}

const draftId = ({ kind }: HelpForm, edits: MutationId | undefined): DraftId => (edits ? `${kind}:${edits}` : kind)

export type Person = { name: string; email: string } | undefined

/** A form to the team: saved at each keystroke, sent through the outbox, and cleared once its mutation is stored there. */
export function useHelpForm(db: PrivateDatabase | undefined, form: HelpForm, person: Person, edits?: MutationId) {
  const loaded = useLoaded(db, form, edits)
  const [changed, setChanged] = useState<Typed>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [state, setState] = useState<'writing' | 'saving'>('writing')
  const [sentId, setSentId] = useState<string>()
  const attempt = useRef<Attempt>(undefined)

  const typed = changed ?? (loaded && prefilled(loaded, person))
  const latest = useRef(typed)
  latest.current = typed
  const write = useMemo(() => db && ((next: Typed) => saveForm(db, draftId(form, edits), next, form.words)), [db, form, edits])
  const { status, keep } = useLocalDraft(write)

  const change = (field: string, value: string) => {
    if (!typed) return
    const next = { ...typed, [field]: value }
    setChanged(next)
    // An error is removed as soon as its field is valid; no new error is shown while the user types.
    if (errors[field]) setErrors(({ [field]: _old, ...others }) => ({ ...others, ...pick(form.check(next), field) }))
    void keep(next)
  }

  /** The fields that were changed while the others were sent. */
  const typedSince = (sent: Typed) => changedFields(latest.current ?? sent, sent) as Typed

  const submit = async () => {
    if (!typed || state === 'saving') return
    const invalid = form.check(typed)
    setErrors(invalid)
    if (Object.keys(invalid).length > 0) return invalid
    setState('saving')
    const args = { ...typed, id: idOf(attempt, typed) }
    const refused = edits && db && (await findRefused(db, edits).catch(() => undefined))
    try {
      if (refused) await retryRefused(refused.id, args)
      else await form.send(args)
      attempt.current = undefined
      setSentId(args.id)
      const later = typedSince(typed)
      setChanged(prefilled({ ...form.blank, ...later }, person))
      await keep({ ...form.blank, ...later })
    } catch {
      if (await form.sendDirectly(args)) setChanged(prefilled({ ...form.blank, ...typedSince(typed) }, person))
    }
    setState('writing')
    return undefined
  }
  /** The props that connect a control with a field of the form. */
  const field = (name: string) => ({
    name,
    value: typed?.[name] ?? '',
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  })
  return { typed, field, draftStatus: status, isSaving: state === 'saving', sentId, change, submit }
}

type Attempt = { id: TicketId; content: string }

/**
 * A retry with unchanged content reuses the ticket id, regardless of the result of the previous attempt; changed content gets a new
 * id.
 */
function idOf(attempt: RefObject<Attempt | undefined>, typed: Typed): TicketId {
  const content = JSON.stringify(typed)
  if (attempt.current?.content !== content) attempt.current = { id: uuid7<TicketId>(Date.now()), content }
  return attempt.current.id
}

const pick = (errors: Record<string, string>, field: string) => (errors[field] ? { [field]: errors[field] } : {})

/** Empty fields are filled from the account; typed text remains. */
function prefilled(typed: Typed, person: Person): Typed {
  if (!person) return typed
  return { ...typed, name: typed.name || person.name, email: typed.email || person.email }
}
