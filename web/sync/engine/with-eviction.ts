import { isOutOfSpace } from '#web/db/storage-errors.ts'

/** Does what has to be stored; on a full device less important things make room for it, one after another. */
export async function withEviction<Result>(makeRoom: () => Promise<boolean>, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isOutOfSpace(error) || !(await makeRoom().catch(() => false))) throw error
    }
  }
}
