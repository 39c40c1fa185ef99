import { useCallback, useEffect, useState } from 'react'
import type { AdminClientError, ClientErrorKind } from '#shared/client-errors/contract.ts'
import { listClientErrors } from '#web/features/admin/api.ts'
import { count } from '#web/features/admin/format-figures.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const kinds: Record<ClientErrorKind, string> = {
  error: 'Error',
  rejection: 'Unhandled rejection',
  chunk: 'Part of the app not loaded',
  screen: 'Screen not rendered',
}

/** Errors of the app that devices have reported in the last 30 days, the latest first. */
export function ClientErrors() {
  const [errors, setErrors] = useState<AdminClientError[]>()
  const [isFailed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    return listClientErrors().then(setErrors, () => setFailed(true))
  }, [])
  useEffect(() => void load(), [load])

  if (!errors)
    return isFailed ? (
      <p className="py-5 text-soft">
        Couldn’t load the errors.{' '}
        <Button variant="outline" onClick={() => load()}>
          Try again
        </Button>
      </p>
    ) : (
      <Skeleton className="h-40 w-full" />
    )
  return (
    <section aria-labelledby="client-errors">
      <h2 id="client-errors" className="border-b border-edge pb-2 text-2xl">
        App errors
      </h2>
      <p className="py-3 text-sm text-soft">Reported by browsers in the last 30 days, without messages and data of users.</p>
      {errors.length === 0 && <p className="py-5 text-soft">None.</p>}
      <ul className="divide-y divide-rule">
        {errors.map((error) => (
          <ErrorLine key={error.fingerprint} error={error} />
        ))}
      </ul>
    </section>
  )
}

function ErrorLine({ error }: { error: AdminClientError }) {
  const { fingerprint, kind, name, code, route, frames, offlineCount, builds, browsers, firstSeenAt, lastSeenAt } = error
  return (
    <li className="py-3">
      <p className="font-medium break-words">
        {kinds[kind]}: {name}
        {code !== null && ` ${code}`} on {route}
      </p>
      <p className="text-sm break-words text-soft">
        {count(error.count, 'report', 'reports')}
        {offlineCount > 0 && `, ${offlineCount} offline`}; last {formatDateTime(lastSeenAt)}, first {formatDateTime(firstSeenAt)}
      </p>
      <p className="text-sm break-all text-soft">
        {fingerprint}; {browsers.join(', ')}; {count(builds.length, 'build', 'builds')}: {builds.join(', ')}
      </p>
      <details className="mt-1 text-sm text-soft">
        <summary className="cursor-pointer py-2">Stack</summary>
        <ol className="font-mono text-xs break-all">
          {frames.map(({ file, line, column }, at) => (
            <li key={at}>
              {file}:{line}:{column}
            </li>
          ))}
        </ol>
      </details>
    </li>
  )
}
