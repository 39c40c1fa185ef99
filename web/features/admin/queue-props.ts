import type { Question } from '#web/features/admin/decisions/reason-dialog.tsx'
import type { Decide } from '#web/features/admin/decisions/use-decision.ts'

/** What every queue is given beside its entries. */
export type QueueProps = {
  decide: Decide
  /** The entry that is being decided about. */
  busyWith: string | undefined
  /** Asks for the words that belong to a decision. The page keeps them, also while there is no connection. */
  ask: (question: Question) => void
}
