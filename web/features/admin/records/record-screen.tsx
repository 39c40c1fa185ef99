import { type ReactNode, useState } from 'react'
import type { UserId, VcId } from '#shared/ids.ts'
import { type Question, ReasonDialog } from '#web/features/admin/decisions/reason-dialog.tsx'
import { useDecision } from '#web/features/admin/decisions/use-decision.ts'
import { ForbiddenPage } from '#web/features/admin/forbidden-page.tsx'
import { useLoaded } from '#web/features/admin/loading/use-loaded.ts'
import { OfflineNotice } from '#web/features/admin/offline-notice.tsx'
import type { WithProof } from '#web/net/with-proof.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { MissingRecord, RecordFrame, RecordLoading } from './record-frame.tsx'

export type About = Pick<Question, 'title' | 'text' | 'action'> & { name: string; done: string }
export type Decision = { reason: string; version: number }
/** Asks for a reason, and then decides about the version that is shown. */
export type Decide = (about: About, work: (decision: Decision) => Promise<unknown>) => void

type Props<Doc> = {
  self: UserId
  id: VcId
  withProof: WithProof
  /** Stable. */
  read: () => Promise<Doc>
  /** Shown after a decision. */
  sentence: string
  children: (doc: Doc, deciding: { decide: Decide; isBusy: boolean }) => ReactNode
}

/** The page of one entry of the directory, while it is loaded, cannot be loaded, or is shown with its decisions. */
export function RecordScreen<Doc extends { version: number }>({ self, id, withProof, read, sentence, children }: Props<Doc>) {
  const isOnline = useOnline()
  const { state, reload } = useLoaded(read, isOnline)
  const { settle, busyWith } = useDecision(self, reload, withProof)
  const [question, ask] = useState<Question>()

  if (state.kind === 'refused' && state.status === 404) return <MissingRecord />
  if (state.kind === 'refused') return <ForbiddenPage {...state} onTryAgain={reload} />

  const decideAbout =
    ({ version }: Doc): Decide =>
    ({ name, done, ...about }, work) =>
      ask({
        ...{ ...about, label: 'Reason', missing: 'Enter a reason.', draftId: `admin:${name}-reason:${id}` },
        onDecide: (reason) =>
          settle({ targetId: id, version, title: done, sentence }, (seen) => work({ reason, version: seen ?? version })),
      })

  return (
    <RecordFrame>
      {state.kind === 'loading' && <RecordLoading />}
      {state.kind === 'unreachable' && <OfflineNotice isOnline={isOnline} onTryAgain={reload} />}
      {state.kind === 'ready' && children(state.doc, { decide: decideAbout(state.doc), isBusy: busyWith === id })}
      {question && <ReasonDialog question={question} isOnline={isOnline} onClose={() => ask(undefined)} />}
    </RecordFrame>
  )
}
