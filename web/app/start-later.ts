import type { AnyRouter } from '@tanstack/react-router'
import { watchErrors } from '#web/features/client-errors/watch-errors.ts'
import { watchForUpdates } from '#web/features/shell/update/watch-for-updates.ts'
import { pressOnKeys } from '#web/ui/shortcuts.ts'
import { keepTitles } from './route-titles.ts'

/** What a page does from its first screen on. The worker stores the rest of the app now. */
export function startLater(router: AnyRouter): void {
  if (!import.meta.env.DEV) watchErrors()
  keepTitles(router)
  pressOnKeys()
  watchForUpdates()
}
