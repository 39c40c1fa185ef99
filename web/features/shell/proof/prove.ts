import type { Prove } from '#web/net/prover.ts'
import { solveAside } from '#web/net/tab/solve-aside.ts'
import { currentToast, dismissToast, toast } from '#web/ui/toast.ts'

const TITLE = 'Checking that you are a person…'

/** Solves a challenge. Until then a line says what the form waits for; a screen reader hears the line once. */
export const prove: Prove = async (challenge, signal) => {
  if (currentToast.get()?.title !== TITLE) toast({ title: TITLE, description: 'It takes a few seconds.' })
  try {
    return await solveAside(challenge, signal)
  } finally {
    const shown = currentToast.get()
    if (shown?.title === TITLE) dismissToast(shown.id)
  }
}
