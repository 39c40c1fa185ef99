import { useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { HttpProblem } from '#web/net/api.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

/** Asks for the proof only if the server requires it: most users have just signed in. */
export function useStepUp(user: User) {
  const [settle, setSettle] = useState<{ answer: (isProved: boolean) => void }>()

  const withProof: WithProof = async (action) => {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.code !== 'step-up') throw error
    }
    const isProved = await new Promise<boolean>((answer) => setSettle({ answer }))
    setSettle(undefined)
    return isProved ? action() : undefined
  }
  const dialog = settle && <StepUpDialog user={user} onAnswer={settle.answer} />
  return { withProof, dialog }
}
