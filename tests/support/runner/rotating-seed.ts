import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/** Without a git checkout, as in a downloaded archive. */
const FIXED_SEED = 20261122

/**
 * The seed of random histories in the test command: the same for every run of one commit, and a different one for the next
 * commit, so that many runs add up. An environment variable overrides it.
 *
 * @returns an integer from 0 to below 2^30: consecutive seeds from there stay 31-bit integers
 */
export function rotatingSeed(override: string | undefined): number {
  if (override) return Number(override)
  const commit = headCommit()
  return commit ? createHash('sha256').update(commit).digest().readUInt32BE() >>> 2 : FIXED_SEED
}

function headCommit(): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}
