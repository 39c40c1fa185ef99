import { Glob } from 'bun'

/**
 * The tiers of the vitest tests, as globs from the repository's root. Each one is a vitest project of the same name.
 *
 * A test beside its unit uses no database, unless its name ends in `.pg.test.ts`. `tests/tiers.test.ts` checks that every test
 * file belongs to exactly one tier, and that no import of a unit test reaches Postgres.
 */
export const TIERS = {
  /** Rules and components. No database, no browser. */
  unit: {
    include: ['{shared,drizzle,sync-server}/**/*.test.ts', 'tests/*.test.ts', 'tests/{runner,specification}/*.test.ts'],
    exclude: ['**/*.pg.test.ts'],
  },
  /** The same, in a DOM with an in-memory IndexedDB. */
  'unit-dom': { include: ['web/**/*.test.{ts,tsx}'], exclude: [] },
  /** The server on a real Postgres. */
  server: { include: ['{shared,drizzle,sync-server}/**/*.pg.test.ts', 'tests/server/**/*.test.ts'], exclude: [] },
  /** Sync engine, oracle and simulator. */
  sync: { include: ['tests/sync/**/*.test.ts'], exclude: [] },
} satisfies Record<string, { include: string[]; exclude: string[] }>

export type Tier = keyof typeof TIERS

const matches = (globs: string[], path: string) => globs.some((glob) => new Glob(glob).match(path))

/** Every tier that a test file belongs to, by its path from the repository's root. */
export const tiersOf = (path: string): Tier[] =>
  (Object.keys(TIERS) as Tier[]).filter((tier) => matches(TIERS[tier].include, path) && !matches(TIERS[tier].exclude, path))

/** The tier of a test file, by its path from the repository's root. @throws Error when it has none */
export function tierOf(path: string): Tier {
  const [tier] = tiersOf(path)
  if (!tier) throw new Error(`${path} belongs to no tier`)
  return tier
}
