import { codeOf } from '#server/error-code.ts'

/** `warning`: works, and may fail or surprise later. `problem`: something does not work. */
export type Status = 'ok' | 'warning' | 'problem'

/** What one check has found, for an operator. It contains no secret and no address. */
export type Finding = { status: Status; text: string; remedy?: string }

export const ok = (text: string): Finding => ({ status: 'ok', text })
export const warning = (text: string, remedy: string): Finding => ({ status: 'warning', text, remedy })
export const problem = (text: string, remedy: string): Finding => ({ status: 'problem', text, remedy })

/** Looks at one thing, and changes nothing that the product uses. */
export type Check = { name: string; run: () => Promise<Finding[]>; timeoutMs?: number }

export type Result = Finding & { check: string }

const TIMEOUT_MS = 10_000

/** Runs one check. An error and a missing answer are findings as well. */
export async function runCheck({ name, run, timeoutMs = TIMEOUT_MS }: Check): Promise<Result[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Finding[]>((resolve) => {
    const finding = problem(`No answer within ${timeoutMs / 1000} s.`, 'Check that it runs and that this machine reaches it.')
    timer = setTimeout(() => resolve([finding]), timeoutMs)
  })
  const found = await Promise.race([run().catch((error) => [failed(error)]), late])
  clearTimeout(timer)
  return found.map((finding) => ({ check: name, ...finding }))
}

/** Only the kind of the error: its message may contain an address, a query or a key. */
const failed = (error: unknown) =>
  problem(
    `The check failed (${codeOf(error) || (error instanceof Error ? error.name : 'unknown error')}).`,
    'Check that it runs and that this machine reaches it.',
  )
