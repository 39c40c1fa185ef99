/** What a handler knows about its own run. */
export type JobRun = {
  /** Where an earlier run of the same job stopped; undefined at the beginning. */
  progress: unknown
  /** Stores where the next run of this job continues. @throws LeaseLost */
  saveProgress: (progress: unknown) => Promise<void>
  /**
   * Called before an effect outside the database. A process that was suspended may find that another node has taken its job over.
   *
   * @throws LeaseLost
   */
  requireLease: () => void
}

/** Another node runs this job now. This run must not write anything more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
  constructor(kind: string) {
    super(`Another node has taken over the job ${kind}`)
  }
}

/** A run without a row in the job table: no node can take it over, and it starts from the beginning. */
export const detachedRun = (): JobRun => ({
  progress: undefined,
  saveProgress: async () => undefined,
  requireLease: () => undefined,
})
