import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import type { ProjectId } from '#shared/ids.ts'
import { messageOf } from '#shared/problem.ts'
import { type VoteRefusal, voteRefusal } from '#shared/projects/vote.ts'
import { useOwnProject } from '#web/features/projects/editor/own-project.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { castVote } from './vote-mutations.ts'

export type Vote = (projectId: ProjectId, isCast: boolean) => void

/**
 * Voting for users who may vote, and a hint on how to qualify for all others. `user` is `undefined` until the account is loaded.
 */
export function useVoting(user: User | null | undefined): { vote: Vote; hint: ReactNode } {
  const ownId = useOwnProject()?.projectId
  const [refusal, setRefusal] = useState<VoteRefusal>()
  const vote = useCallback<Vote>(
    (projectId, isCast) => {
      if (user === undefined) return
      const refused = voteRefusal(user, projectId === ownId)
      // An existing vote can always be withdrawn.
      if (refused && isCast) return setRefusal(refused)
      castVote({ projectId, isCast }).catch(() =>
        toast({ title: 'Not saved', description: 'Couldn’t save on this device. Please try again.', variant: 'destructive' }),
      )
    },
    [user, ownId],
  )
  return { vote, hint: refusal && <Hint refusal={refusal} onClose={() => setRefusal(undefined)} /> }
}

function Hint({ refusal, onClose }: { refusal: VoteRefusal; onClose: () => void }) {
  const { href } = useLocation()
  const isSignedOut = refusal === 'projects.vote-signed-out'
  if (refusal === 'projects.own-vote') {
    return (
      <Dialog title="Your own project" isOpen onClose={onClose}>
        <p className="text-soft">{messageOf(refusal)} Share its page to collect votes.</p>
      </Dialog>
    )
  }
  return (
    <Dialog title={isSignedOut ? 'Sign in to upvote' : 'Confirm your email to upvote'} isOpen onClose={onClose}>
      <p className="text-soft">
        {isSignedOut
          ? 'One vote per verified account. You’ll return here after signing in.'
          : `${messageOf(refusal)} Check your inbox, or resend the link in Settings.`}
      </p>
      {isSignedOut ? (
        <Link to="/auth" search={{ next: href }} className={buttonClass('ink', 'mt-6 w-full')}>
          Sign In
        </Link>
      ) : (
        <Link to="/settings" className={buttonClass('ink', 'mt-6 w-full')}>
          Open settings
        </Link>
      )}
    </Dialog>
  )
}
