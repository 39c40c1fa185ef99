import { messageOf } from '#server/log.ts'

/** Runs a command. A fault is printed as one sentence, and the process ends with 1. */
export const runCommand = (main: () => Promise<void>): Promise<void> =>
  main().catch((error) => {
    process.stderr.write(`${error instanceof Error ? messageOf(error) : error}\n`)
    process.exitCode = 1
  })
