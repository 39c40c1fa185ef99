import { useState } from 'react'
import { type ProjectField, projectFieldNames } from '#shared/projects/fields.ts'
import { type Issue, validate } from '#shared/projects/validate.ts'
import { EMAIL_NEEDED, missingForPublishing } from '#shared/publishing/completeness.ts'
import { type Ancestry, fingerprint, type Value } from '#shared/sync/three-way-merge.ts'
import { HttpProblem, Unreachable } from '#web/net/api.ts'
import { goToCheckout } from '#web/payments/hosted-checkout.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { toast } from '#web/ui/toast.ts'
import { usePageShown } from '#web/ui/use-page-shown.ts'
import { saveProject, startScoutPayment } from './api.ts'
import { readWaitingLineage } from './draft-queries.ts'
import type { DraftForm } from './use-draft-form.ts'

export type Action = 'save' | 'publish'

/**
 * The two buttons below the form. Both first store the complete form on the device, regardless of the result of the request.
 *
 * @param focus  moves the focus to the first invalid field
 */
export function useProjectActions(form: DraftForm, isOnline: boolean, focus: (field: ProjectField) => void) {
  const [busy, setBusy] = useState<Action>()
  const [marked, setMarked] = useState<(Issue & { text: Value })[]>([])

  // It is left busy for the provider's page.
  usePageShown(() => setBusy(undefined))

  const mark = (issues: readonly Issue[]) => {
    setMarked(issues.map((fault) => ({ ...fault, text: form.texts[fault.path] })))
    const [first] = issues
    if (first) focus(first.path)
  }

  /** The form has two conflicting texts, and only the user can choose which one to send. */
  const isUndecided = () => {
    const undecided = projectFieldNames.filter((field) => form.versions(field).length > 1)
    mark(undecided.map((path) => ({ path, message: 'Choose one of the two versions first.' })))
    if (undecided.length > 0) {
      toast({ title: 'Choose a version', description: 'Choose one of the two versions first.', variant: 'destructive' })
    }
    return undecided.length > 0
  }

  const send = async () => {
    const pending = await readWaitingLineage()
    const ancestry = (field: ProjectField) => pending[field] ?? [fingerprint(form.texts[field])]
    const base: Ancestry<ProjectField> = Object.fromEntries(projectFieldNames.map((field) => [field, ancestry(field)]))
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
      if (!isOnline) throw new Unreachable('You’re offline.')
      await saveProject(await send())
      requestSync()
      toast({ title: 'Project Updated', description: 'Your project details are saved.' })
    } catch (error) {
      if (error instanceof Unreachable && isKept && (await form.save(true))) {
        toast({ title: 'Saved on this device', description: 'Sends when you are online.' })
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
    const missingText = missingForPublishing(form.texts)
    const missing = validate(form.texts)
    if (missingText === EMAIL_NEEDED) missing.push({ path: 'email', message: EMAIL_NEEDED })
    mark(missing)
    const sentence = missingText ?? missing[0]?.message
    if (sentence) return toast({ title: 'Missing Information', description: sentence, variant: 'destructive' })
    setBusy('publish')
    try {
      const { url } = await startScoutPayment(await send())
      goToCheckout(url)
    } catch (error) {
      setBusy(undefined)
      mark(fieldsOf(error))
      const message = error instanceof HttpProblem ? error.problem?.message : undefined
      toast({ title: 'Error', description: message ?? 'Failed to create payment', variant: 'destructive' })
      requestSync()
    }
  }

  // An issue applies to the text it was reported for: changing that text removes it.
  const current = marked.filter(({ path, text }) => form.texts[path] === text)
  const faults: Partial<Record<ProjectField, string>> = Object.fromEntries(current.map(({ path, message }) => [path, message]))
  return { busy, faults, save, publish }
}

/** Message of the form; publishing has a message of its own. */
const EMAIL_NEEDED_TO_SAVE = 'Please enter a valid email address'

function fieldsOf(error: unknown): Issue[] {
  const fields = (error instanceof HttpProblem && error.problem?.fields) || []
  return fields.flatMap(({ path, message }) => {
    const field = projectFieldNames.find((name) => name === path)
    return field ? [{ path: field, message }] : []
  })
}
