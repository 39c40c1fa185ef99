import type { Question } from '#web/features/admin/decisions/reason-dialog.tsx'
import type { Decide } from '#web/features/admin/decisions/use-decision.ts'

/** Props of every queue besides its entries. */
export type QueueProps = {
  decide: Decide
  /** The entry whose decision is in progress. */
  busyWith: string | undefined
  /** Opens the dialog for the text of a decision. The page keeps that text, also while there is no connection. */
  ask: (question: Question) => void
}
