import { isOutOfSpace } from '#web/db/storage-errors.ts'

/** Runs work that stores data; on a full device, evicts less important data step by step and retries. */
export async function withEviction<Result>(makeRoom: () => Promise<boolean>, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isOutOfSpace(error) || !(await makeRoom().catch(() => false))) throw error
    }
  }
}
