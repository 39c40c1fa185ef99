import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Registers a cleanup: at the end of the test that runs now, or of its file when no test runs yet. A file hook that is registered
 * inside a test never runs, and its resource would stay until the process ends.
 */
export const atEnd = (end: () => Promise<unknown>) =>
  (TestRunner.getCurrentTest() ? onTestFinished : afterAll)(async () => void (await end()))
