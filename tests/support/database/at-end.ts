import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Ends what was begun: with the test in which it was begun, or with its file when no test runs yet. A hook of the file that is
 * registered inside a test never runs, and what it should have ended lives as long as the process.
 */
export const atEnd = (end: () => Promise<unknown>) =>
  (TestRunner.getCurrentTest() ? onTestFinished : afterAll)(async () => void (await end()))
