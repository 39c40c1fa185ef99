import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take minutes, each on one core. A machine without earlier timings would start them last, because the files are
 * small.
 */
const LONGEST = [
  'tests/sync/simulator-part-one.test.ts',
  'tests/sync/simulator-part-two.test.ts',
  'tests/server/payments/histories.test.ts',
]

/** Starts the longest files first, so that no core is idle at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((path) => moduleId.endsWith(path))
      return at < 0 ? LONGEST.length : at
    }
    // Sorting is stable: the others keep their order.
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
