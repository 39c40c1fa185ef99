import { useEffect, useState } from 'react'
import { type ProjectField, projectFieldNames } from '#shared/projects/fields.ts'
import { type Issue, validate } from '#shared/projects/validate.ts'
import { EMAIL_NEEDED, missingForPublishing } from '#shared/publishing/completeness.ts'
import { type Ancestry, fingerprint, type Value } from '#shared/sync/three-way-merge.ts'
import { HttpProblem, Unreachable } from '#web/net/api.ts'
import { goToCheckout } from '#web/payments/hosted-checkout.ts'
import { requestSync } from '#web/sync/engine/enqueue.ts'
import { toast } from '#web/ui/toast.ts'
import { saveProject, startScoutPayment } from './api.ts'
import { readWaitingLineage } from './draft-queries.ts'
import type { DraftForm } from './use-draft-form.ts'

export type Action = 'save' | 'publish'

/**
 * The two buttons below the form. Both first put every word on the disk, whatever comes of the rest.
 *
 * @param focus  leads the person to the first field that has to change
 */
export function useProjectActions(form: DraftForm, isOnline: boolean, focus: (field: ProjectField) => void) {
  const [busy, setBusy] = useState<Action>()
  const [marked, setMarked] = useState<(Issue & { text: Value })[]>([])

  // Back from the provider's page by the browser's own button, to the page as it was left.
  useEffect(() => {
    const wake = () => setBusy(undefined)
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [])

  const mark = (found: readonly Issue[]) => {
    setMarked(found.map((fault) => ({ ...fault, text: form.texts[fault.path] })))
    const [first] = found
    if (first) focus(first.path)
  }

  /** What would be sent is one of two texts, and which one only the person can say. */
  const isUndecided = () => {
    const undecided = projectFieldNames.filter((field) => form.versions(field).length > 1)
    mark(undecided.map((path) => ({ path, message: 'Please keep one of the two texts first.' })))
    if (undecided.length > 0) {
      toast({ title: 'Two texts are waiting', description: 'Please keep one of the two texts first.', variant: 'destructive' })
    }
    return undecided.length > 0
  }

  const send = async () => {
    const waiting = await readWaitingLineage()
    const seen = (field: ProjectField) => waiting[field] ?? [fingerprint(form.texts[field])]
    const base: Ancestry<ProjectField> = Object.fromEntries(projectFieldNames.map((field) => [field, seen(field)]))
    return { ...form.texts, base }
  }

  const save = async () => {
    const isKept = await form.save()
    if (isUndecided()) return
    const missing = validate(form.texts)
    if (!form.texts.email.trim()) missing.push({ path: 'email', message: EMAIL_NEEDED_TO_SAVE })
    mark(missing)
    const [first] = missing
    if (first) return toast({ title: 'Missing Information', description: first.message, variant: 'destructive' })
    setBusy('save')
    try {
      if (!isOnline) throw new Unreachable('There is no network.')
      await saveProject(await send())
      requestSync()
      toast({ title: 'Project Updated', description: 'Your project details are saved.' })
    } catch (error) {
      if (error instanceof Unreachable && isKept && (await form.save(true))) {
        toast({ title: 'Saved on this device', description: 'Your project is updated as soon as you are online.' })
      } else {
        mark(fieldsOf(error))
        toast({ title: 'Error', description: 'Failed to update project. Please try again.', variant: 'destructive' })
      }
    }
    setBusy(undefined)
  }

  const publish = async () => {
    await form.save()
    if (isUndecided()) return
    const lack = missingForPublishing(form.texts)
    const missing = validate(form.texts)
    if (lack === EMAIL_NEEDED) missing.push({ path: 'email', message: EMAIL_NEEDED })
    mark(missing)
    const sentence = lack ?? missing[0]?.message
    if (sentence) return toast({ title: 'Missing Information', description: sentence, variant: 'destructive' })
    setBusy('publish')
    try {
      const { url } = await startScoutPayment(await send())
      goToCheckout(url)
    } catch (error) {
      setBusy(undefined)
      mark(fieldsOf(error))
      const said = error instanceof HttpProblem ? error.problem?.message : undefined
      toast({ title: 'Error', description: said ?? 'Failed to create payment', variant: 'destructive' })
      requestSync()
    }
  }

  // A remark is about the text it was made on: whoever changes that has heard it.
  const standing = marked.filter(({ path, text }) => form.texts[path] === text)
  const faults: Partial<Record<ProjectField, string>> = Object.fromEntries(standing.map(({ path, message }) => [path, message]))
  return { busy, faults, save, publish }
}

/** In the words of the form; to publish it takes a sentence of its own. */
const EMAIL_NEEDED_TO_SAVE = 'Please enter a valid email address'

function fieldsOf(error: unknown): Issue[] {
  const fields = (error instanceof HttpProblem && error.problem?.fields) || []
  return fields.flatMap(({ path, message }) => {
    const field = projectFieldNames.find((name) => name === path)
    return field ? [{ path: field, message }] : []
  })
}
