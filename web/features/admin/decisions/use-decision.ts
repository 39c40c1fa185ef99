import { useRef, useState } from 'react'
import * as v from 'valibot'
import type { UserId } from '#shared/ids.ts'
import { listAudit, undo } from '#web/features/admin/api.ts'
import { HttpProblem } from '#web/net/api.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { toast } from '#web/ui/toast.ts'

/** A decision that was just made here and can be undone immediately. */
export type Decided = { targetId: string; sentence: string }

type Decision = Decided & {
  /** Of the toast. */
  title: string
  /** Of the document that the admin saw. */
  version: number
}

export type Decide = (decision: Decision, work: (version: number) => Promise<unknown>) => Promise<boolean>

/** Of a document that may not exist yet: null. Absent where no version is compared. */
type SeenVersion = number | null | undefined

/** For decisions that cannot be undone. @returns whether it succeeded */
export type Settle = (
  decided: Decided & { title: string; version?: SeenVersion },
  work: (version: SeenVersion) => Promise<unknown>,
) => Promise<boolean>

const Moved = v.object({ version: v.number() })

/** Executes one decision at a time, shows its result, and reloads the queues. */
export function useDecision(self: UserId, reload: () => Promise<void>, withProof: WithProof) {
  const [busyWith, setBusyWith] = useState<string>()
  const [last, setLast] = useState<Decided>()
  /**
   * The version that replaced one on which a decision failed. An admin who repeats the decision with the same text has seen the
   * notice.
   */
  const successors = useRef(new Map<string, number>())

  const asSeen = <Version extends SeenVersion>(
    targetId: string,
    version: Version,
    work: (version: Version | number) => Promise<unknown>,
  ) => {
    const key = `${targetId} ${version}`
    return work(successors.current.get(key) ?? version).catch((error) => {
      const moved = v.safeParse(Moved, error instanceof HttpProblem ? error.problem?.current : undefined)
      if (moved.success) successors.current.set(key, moved.output.version)
      throw error
    })
  }

  const attempt = async (targetId: string, work: () => Promise<unknown>): Promise<boolean> => {
    setBusyWith(targetId)
    const isDone = await withProof(() => work().then(() => true)).then(
      (isProved) => isProved === true,
      (error) => {
        toast({ title: 'Error', description: errorMessage(error), variant: 'destructive' })
        return false
      },
    )
    await reload()
    setBusyWith(undefined)
    return isDone
  }

  const decide: Decide = async ({ title, version, ...about }, work) => {
    const isDone = await attempt(about.targetId, () => asSeen(about.targetId, version, work))
    if (isDone) {
      toast({ title, description: about.sentence, action: { label: 'Undo', onAct: () => void takeBack(about) } })
      setLast(about)
    }
    return isDone
  }

  const settle: Settle = async ({ targetId, title, sentence, version }, work) => {
    const isDone = await attempt(targetId, () => asSeen<SeenVersion>(targetId, version, work))
    if (isDone) toast({ title, description: sentence })
    return isDone
  }

  const takeBack = async ({ targetId }: Decided) => {
    const isDone = await attempt(targetId, async () => {
      const { entries } = await listAudit({ targetId })
      const entry = entries.find((one) => one.targetId === targetId && one.canUndo)
      // Another admin made the latest decision: this button does not undo it.
      if (entry?.actor?.id !== self) throw new Overtaken()
      await undo(entry.id)
    })
    if (!isDone) return
    setLast(undefined)
    toast({ title: 'Undone', description: 'See the audit log for the current state.' })
  }

  return { decide, settle, takeBack, last, dismiss: () => setLast(undefined), busyWith }
}

class Overtaken extends Error {}

function errorMessage(error: unknown): string {
  if (error instanceof Overtaken) return 'There is a later decision. See the audit log.'
  if (error instanceof HttpProblem) return error.problem?.message ?? error.message
  return 'Couldn’t reach the server. Reload to see if the decision was saved.'
}
