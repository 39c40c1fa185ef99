// Loaded before the user writes offline.
import '#web/sync/engine/push/send-pending.ts'
import { showDueOnIcon } from '#web/features/contacts/follow-ups/app-badge.ts'
import { keepPhotosInSync } from '#web/features/contacts/photos/photo-runner.ts'

/** Runs once the first screen is painted. */
export function startInBackground(): void {
  showDueOnIcon()
  keepPhotosInSync()
}
