import type { Prove } from '#web/net/prover.ts'
import { solveAside } from '#web/net/tab/solve-aside.ts'
import { currentToast, dismissToast, toast, untilDrawn } from '#web/ui/toast.ts'

const TITLE = 'Checking that you are a person…'

/** A screen reader announces a line that stays for this long. The request does not wait for it. */
const SHOWN_MS = 1000

/** Solves a challenge, and shows a line that says what the form waits for. A screen reader hears it once. */
export const prove: Prove = async (challenge, signal) => {
  if (currentToast.get()?.title !== TITLE) toast({ title: TITLE, description: 'It takes a few seconds.' })
  const id = currentToast.get()?.id ?? 0
  const isShown = untilDrawn(id).then(() => new Promise((done) => setTimeout(done, SHOWN_MS)))
  try {
    return await solveAside(challenge, signal)
  } finally {
    void isShown.then(() => dismissToast(id))
  }
}
