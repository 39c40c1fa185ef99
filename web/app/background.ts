import type { AnyRouter } from '@tanstack/react-router'
import { watchErrors } from '#web/features/client-errors/watch-errors.ts'
import { showDueOnIcon } from '#web/features/contacts/follow-ups/app-badge.ts'
import { keepPhotosInSync } from '#web/features/contacts/photos/photo-runner.ts'
import { watchForUpdates } from '#web/features/shell/update/watch-for-updates.ts'
// Loaded before the user writes offline.
import '#web/sync/engine/push/send-pending.ts'
import { pressOnKeys } from '#web/ui/shortcuts.ts'
import { mutationRegistry } from './client-mutators.ts'
import { keepTitles } from './route-titles.ts'

/** Runs once the databases are open and the first screen is painted. */
function startInBackground(): void {
  showDueOnIcon()
  keepPhotosInSync()
}

/** What a page does from its first screen on. The worker stores the rest of the app now. */
function startLater(router: AnyRouter): void {
  if (!import.meta.env.DEV) watchErrors()
  keepTitles(router)
  pressOnKeys()
  watchForUpdates()
}

/** What every page loads after its first paint, and an account with its first pull. */
export const background = { mutationRegistry, startInBackground, startLater }
