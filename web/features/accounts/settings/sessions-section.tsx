import { useEffect, useState } from 'react'
import { browserName } from '#shared/accounts/browser-name.ts'
import type { SessionEntry } from '#shared/accounts/security-contract.ts'
import { endOtherSessions, endSession, listSessions } from '#web/features/accounts/api.ts'
import { serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDayTime } from '#web/ui/dates.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { LoadFailed } from './load-failed.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Active sessions of the account. Never from a local copy: the list must be current. */
export function SessionsSection() {
  const [sessions, setSessions] = useState<SessionEntry[]>()
  const [failure, setFailure] = useState<string>()
  const [busyWith, setBusyWith] = useState<string>()

  const load = () =>
    listSessions().then(
      (listed) => {
        setSessions(listed)
        setFailure(undefined)
      },
      (error) => setFailure(serverMessageOr(error, 'Couldn’t load the list.')),
    )
  useEffect(() => void load(), [])

  const end = async (id: string, work: () => Promise<unknown>, done: string) => {
    setBusyWith(id)
    try {
      await work()
      toast({ title: done })
      await load()
    } catch (error) {
      toast({ title: 'Not signed out', description: serverMessageOr(error, 'Please try again.'), variant: 'destructive' })
    }
    setBusyWith(undefined)
  }
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? []

  return (
    <SettingsSection id="sessions" title="Signed in" lead="Devices signed in to your account.">
      {!sessions && !failure && <Skeleton className="h-16 w-full" />}
      {failure && !sessions && <LoadFailed failure={failure} onRetry={load} />}
      <ul className={sessions ? 'border-t border-rule' : ''}>
        {sessions?.map(({ id, userAgent, seenAt, isCurrent }) => (
          <li
            key={id}
            className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-rule py-2.5"
          >
            <span>
              <span className="font-medium">{browserName(userAgent)}</span>
              <span className="block text-sm text-soft">Last seen {formatDayTime(seenAt)}</span>
            </span>
            {isCurrent ? (
              <Badge>This browser</Badge>
            ) : (
              <Button
                variant="quiet"
                isBusy={busyWith === id}
                aria-label={`Sign out ${browserName(userAgent)}`}
                onClick={() => end(id, () => endSession(id), 'Device signed out')}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Button
          variant="outline"
          isBusy={busyWith === 'others'}
          onClick={() => end('others', endOtherSessions, 'Other devices signed out')}
          className="mt-5"
        >
          Sign out all other devices
        </Button>
      )}
    </SettingsSection>
  )
}
