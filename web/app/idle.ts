// Loaded before the user writes offline.
import '#web/sync/engine/push/send-pending.ts'
import { showDueOnIcon } from '#web/features/contacts/follow-ups/app-badge.ts'

/** Runs once the first screen is painted. */
export const startInBackground = () => showDueOnIcon()
