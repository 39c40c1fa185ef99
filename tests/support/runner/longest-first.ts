import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take minutes, each on one core. A machine that has never run them would begin them last, for they are short to read. */
const LONGEST = [
  'tests/sync/simulator-part-one.test.ts',
  'tests/sync/simulator-part-two.test.ts',
  'tests/server/payments/histories.test.ts',
]

/** So that no core waits in the end for one file on the other. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((path) => moduleId.endsWith(path))
      return at < 0 ? LONGEST.length : at
    }
    // Sorting is stable: the others keep the order that they would have.
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
