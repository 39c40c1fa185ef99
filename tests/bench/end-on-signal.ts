/** Ends this process after `stop` when the program that started it sends SIGTERM. */
export const endOnSignal = (stop: () => Promise<unknown>) =>
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
