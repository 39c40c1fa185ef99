import * as v from 'valibot'
import type { TicketKind } from '#shared/help/categories.ts'
import { FeedbackCall, SubmitFeedback, SubmitSupport, SupportCall } from '#shared/help/contract.ts'
import { HttpProblem } from '#web/net/api.ts'
import { toast } from '#web/ui/toast.ts'
import { postFeedback, postSupport } from './api.ts'
import type { Typed } from './help-draft.ts'
import { submitFeedback, submitSupport } from './mutations.ts'

/** Definition of one of the two forms: initial values, validation, submission, messages. */
export type HelpForm = {
  kind: TicketKind
  blank: Typed
  /** Fields with text of the user. A draft is stored only when one of them is filled. */
  words: readonly string[]
  /** The invalid fields, each with its error message. */
  check: (typed: Typed) => Record<string, string>
  send: (typed: Typed) => Promise<unknown>
  /**
   * Direct call where this device cannot store. The ticket has the same id, so that it is not created twice. @returns whether it
   * arrived
   */
  sendDirectly: (typed: Typed) => Promise<boolean>
  /** Title of the toast, once the server has accepted the ticket. */
  taken: string
  failed: string
}

function errorsIn(schema: v.GenericSchema, typed: Typed): Record<string, string> {
  const read = v.safeParse(schema, typed)
  if (read.success) return {}
  // The first message about a field is the one that counts.
  return Object.fromEntries(read.issues.map(({ path, message }) => [String(path?.[0]?.key), message] as const).reverse())
}

type Messages = { failed: string; failedUnreached: string; taken: string }

const direct =
  (post: (typed: Typed) => Promise<{ message: string }>, { failed, failedUnreached, taken }: Messages) =>
  async (typed: Typed): Promise<boolean> => {
    try {
      const { message } = await post(typed)
      toast({ title: taken, description: message })
      return true
    } catch (error) {
      const description = error instanceof HttpProblem ? (error.problem?.message ?? failed) : failedUnreached
      toast({ title: 'Error', description, variant: 'destructive' })
      return false
    }
  }

const feedbackMessages: Messages = {
  taken: 'Request Submitted!',
  failed: 'Failed to submit request',
  failedUnreached: 'Failed to submit request. Please try again.',
}

export const feedbackForm: HelpForm = {
  kind: 'feedback',
  blank: { name: '', email: '', category: 'general', message: '', homepage: '' },
  words: ['message'],
  check: (typed) => errorsIn(FeedbackCall, typed),
  send: (typed) => submitFeedback(v.parse(SubmitFeedback, typed)),
  sendDirectly: direct(postFeedback, feedbackMessages),
  ...feedbackMessages,
}

const supportMessages: Messages = {
  taken: 'Support request submitted',
  failed: 'Failed to submit support request. Please try again.',
  failedUnreached: 'Failed to submit support request. Please try again.',
}

export const supportForm: HelpForm = {
  kind: 'support',
  blank: { name: '', email: '', subject: '', category: 'technical', message: '', homepage: '' },
  words: ['subject', 'message'],
  check: (typed) => errorsIn(SupportCall, typed),
  send: (typed) => submitSupport(v.parse(SubmitSupport, typed)),
  sendDirectly: direct(postSupport, supportMessages),
  ...supportMessages,
}
