import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { projectFieldNames } from '#shared/projects/fields.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import { projectTitle } from '#shared/projects/title.ts'
import { type Ancestry, fingerprint } from '#shared/sync/three-way-merge.ts'
import { SwitchedOffNotice } from '#web/forms/switched-off-notice.tsx'
import { HttpProblem } from '#web/net/api.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteDraft, putBackProject, withdrawProject } from './api.ts'

type Props = {
  own: OwnProject
  isOnline: boolean
  /** Some changes of the draft are not on the server yet. */
  isWaiting: boolean
}

type Step = 'withdraw' | 'put back' | 'delete'

const LABELS: Record<Step, string> = {
  withdraw: 'Take off the marketplace',
  'put back': 'Put back on the marketplace',
  delete: 'Delete draft',
}

/** Takes the user's project off the marketplace, puts it back, or deletes a draft that was never published. */
export function Publication({ own, isOnline, isWaiting }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const navigate = useNavigate()
  const step = stepOf(own)
  if (!step) return null
  const close = () => setIsAsking(false)

  const run = async () => {
    setIsBusy(true)
    try {
      await perform(step, own)
      toast(DONE[step])
      if (step === 'delete') void navigate({ to: '/profile' })
    } catch (error) {
      const message = error instanceof HttpProblem ? error.problem?.message : undefined
      toast({
        title: 'Nothing has changed',
        description: message ?? 'Couldn’t reach the server. Try again.',
        variant: 'destructive',
      })
    }
    requestSync()
    setIsBusy(false)
    close()
  }

  return (
    <>
      {step === 'put back' && <p className="text-sm text-soft">You took it off the marketplace. Putting it back is free.</p>}
      {step === 'put back' && <SwitchedOffNotice feature="scout-publishing" />}
      <Button
        variant={step === 'put back' ? 'brass' : step === 'delete' ? 'danger' : 'outline'}
        isBusy={isBusy}
        disabled={!isOnline}
        aria-describedby={isOnline ? undefined : 'publication-waits'}
        onClick={() => (step === 'put back' ? void run() : setIsAsking(true))}
        className="w-full"
      >
        {LABELS[step]}
      </Button>
      {!isOnline && (
        <p id="publication-waits" className="text-sm text-soft">
          {step === 'delete'
            ? 'Deleting needs a connection: another device may have changed the draft.'
            : 'This needs a connection. The marketplace is unchanged until then.'}
        </p>
      )}
      {step === 'withdraw' && (
        <ConfirmDialog
          title={`Take ${projectTitle(own.values)} off the marketplace?`}
          isOpen={isAsking}
          stay="Keep it public"
          onStay={close}
          action="Take off"
          variant="danger"
          onAct={() => void run()}
          isBusy={isBusy}
          canAct={isOnline}
        >
          <p>Its card and its page are removed for everybody else. Your text, votes and figures stay.</p>
          <p className="mt-2">You can put it back at any time. While its payment is not refunded, that is free.</p>
        </ConfirmDialog>
      )}
      {step === 'delete' && (
        <ConfirmDialog
          title="Delete this draft?"
          isOpen={isAsking}
          stay="Keep it"
          onStay={close}
          action="Delete draft"
          variant="danger"
          onAct={() => void run()}
          isBusy={isBusy}
          canAct={isOnline && !isWaiting}
          isStayAdvised
        >
          <p>Everything you wrote about {projectTitle(own.values)} is deleted on all your devices. This cannot be undone.</p>
          {isWaiting && (
            <p role="status" className="mt-2">
              Your latest changes are being saved first…
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}

/** What the founder can do about the publication now; nothing while the team has it off the marketplace, or after a refund. */
function stepOf({ isPublished, canPutBack, publishedAt, projectId, values }: OwnProject): Step | undefined {
  if (projectId && isPublished) return 'withdraw'
  if (projectId && canPutBack) return 'put back'
  if (isPublished || publishedAt) return undefined
  return projectId || projectFieldNames.some((field) => values[field]) ? 'delete' : undefined
}

async function perform(step: Step, own: OwnProject) {
  if (step === 'delete') return deleteDraft(seenTexts(own))
  if (own.projectId) return step === 'withdraw' ? withdrawProject(own.projectId) : putBackProject(own.projectId)
}

/** Every text that this device shows, with both texts of a conflict. */
function seenTexts({ values, clashes }: OwnProject): Ancestry {
  const seen: Ancestry = {}
  for (const field of projectFieldNames) {
    const others = clashes.filter((clash) => clash.field === field)
    seen[field] = [values[field], ...others.map(({ value }) => value)].map(fingerprint)
  }
  return seen
}

const DONE = {
  withdraw: { title: 'Off the marketplace', description: 'Only you see the project now.' },
  'put back': { title: 'Back on the marketplace', description: 'Your project is public again.' },
  delete: { title: 'Draft deleted', description: 'It is removed from all your devices.' },
} as const
