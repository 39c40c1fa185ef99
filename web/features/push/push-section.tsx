import { Skeleton } from '#web/ui/skeleton.tsx'
import type { PushAbility } from './push-device.ts'
import { usePush } from './use-push.ts'

const reasons: Record<Exclude<PushAbility, 'ready'>, string> = {
  'needs-install':
    'On iPhone and iPad, only an app on the home screen can show notifications. In Safari tap Share, then Add to Home Screen, and turn them on there.',
  blocked: 'This browser blocks notifications of Latchkey. Allow them in the browser’s settings for this site, then reload.',
  missing: 'This browser can’t show notifications of a closed app.',
}

/** The switch for notifications on this device, and why there is none. */
export function PushSection() {
  const { ability, isOn, isBusy, fault, set } = usePush()
  if (ability === undefined) return <Skeleton className="h-12 w-full" />
  return (
    <>
      <label className="flex min-h-12 items-center justify-between gap-4 border-y border-rule py-2.5">
        Notifications on this device
        <input
          type="checkbox"
          role="switch"
          className="toggle checked:border-brass checked:text-brass"
          checked={isOn ?? false}
          aria-checked={isOn ?? false}
          disabled={ability !== 'ready' || isOn === undefined || isBusy}
          onChange={(event) => set(event.target.checked)}
        />
      </label>
      <p className="mt-3 text-sm text-soft">
        {ability === 'ready'
          ? 'A notification names the kind of news only: no name, no amount and no text. It ends when you sign out here.'
          : reasons[ability]}
      </p>
      <p role="status" className="mt-2 text-sm text-red empty:hidden">
        {fault}
      </p>
    </>
  )
}
