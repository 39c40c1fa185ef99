import { mutationRegistry } from './client-mutators.ts'
import { startInBackground } from './idle.ts'
import { startLater } from './start-later.ts'

/** What every page loads after its first paint, and an account with its first pull. */
export const background = { mutationRegistry, startInBackground, startLater }
