/** The code that Node, Bun and Postgres attach to their errors, such as `EADDRINUSE` or an SQLSTATE; empty without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
