import { type SubmitEvent, useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import { MAX_REPORT_LENGTH, REPORT_REASONS, type ReportReason } from '#shared/projects/report.ts'
import { NotStoredNotice } from '#web/forms/not-stored-notice.tsx'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { reportProject } from './report-mutations.ts'

type Props = { id: ProjectId; name: string; isOffline: boolean; onClose: () => void }
type State = 'writing' | 'saving' | 'unsaved' | 'saved'

/** Reports a project to the team; works offline, because the report is sent through the outbox. */
export default function ReportDialog({ id, name, isOffline, onClose }: Props) {
  const { values, change, clear } = useDraft(`report:${id}`, { reason: '', text: '' })
  const { text } = values
  const reason = REPORT_REASONS.find(([known]) => known === values.reason)?.[0]
  const [state, setState] = useState<State>('writing')
  const [isMissing, setMissing] = useState(false)

  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!reason) return setMissing(true)
    setState('saving')
    try {
      await reportProject({ projectId: id, reason, text })
    } catch {
      return setState('unsaved')
    }
    setState('saved')
    await clear()
  }

  return (
    <Dialog title="Report this project" isOpen onClose={onClose} canClose={state !== 'saving'}>
      {state === 'saved' ? (
        <div className="grid gap-5">
          <p role="status" className="font-serif text-2xl">
            {isOffline ? 'Saved on this device. Sends when you are online' : 'Thank you. Our team will review it.'}
          </p>
          <p className="text-soft">Your report is confidential. You can edit it until our team decides.</p>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </div>
      ) : (
        <form onSubmit={send} className="grid gap-5">
          <Reasons
            name={name}
            chosen={reason}
            isMissing={isMissing}
            onChoose={(chosen) => {
              change('reason', chosen)
              setMissing(false)
            }}
          />
          <TextArea
            label="Details"
            optional
            rows={4}
            maxLength={MAX_REPORT_LENGTH}
            placeholder="What you saw and where"
            value={text}
            onChange={(event) => change('text', event.target.value)}
          />
          {state === 'unsaved' && <NotStoredNotice />}
          <Button type="submit" isBusy={state === 'saving'} className="w-full">
            Send report
          </Button>
        </form>
      )}
    </Dialog>
  )
}

type ReasonsProps = {
  name: string
  chosen: ReportReason | undefined
  isMissing: boolean
  onChoose: (reason: ReportReason) => void
}

function Reasons({ name, chosen, isMissing, onChoose }: ReasonsProps) {
  return (
    <fieldset aria-describedby={isMissing ? 'report-reason-error' : undefined}>
      <legend className="text-soft">
        What is wrong with <bdi className="text-ink">{name}</bdi>?
      </legend>
      <div className="mt-2">
        {REPORT_REASONS.map(([id, label]) => (
          <label key={id} className="flex min-h-11 cursor-pointer items-center gap-3 border-b border-rule">
            <input
              type="radio"
              name="reason"
              value={id}
              checked={chosen === id}
              onChange={() => onChoose(id)}
              className="radio radio-sm border-edge"
            />
            {label}
          </label>
        ))}
      </div>
      {isMissing && (
        <p id="report-reason-error" role="alert" className="mt-2 text-sm text-red">
          Please choose a reason.
        </p>
      )}
    </fieldset>
  )
}
