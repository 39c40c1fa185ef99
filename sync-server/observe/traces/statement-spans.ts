import type { StatementObserver } from '#server/database/statement-observer.ts'
import { normaliseStatement } from '#server/observe/normalise-statement.ts'
import { isRecorded, startStep } from './spans.ts'

/** A step for each statement of a trace: its text without values, and the number of rows. */
export const followStatementSpans = (observe: StatementObserver): StatementObserver => {
  const known = new Map<string, { name: string; text: string }>()
  const describe = (text: string) => {
    const found = known.get(text)
    if (found) return found
    const statement = normaliseStatement(text)
    const about = { name: /^\w+/.exec(statement)?.[0].toLowerCase() ?? 'statement', text: statement }
    // Texts differ by their number of values, so their number has no bound.
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(text, about)
    return about
  }
  return (text) => {
    const end = observe(text)
    if (!isRecorded()) return end
    const { name, text: statement } = describe(text)
    const span = startStep(name, 'client', { 'db.system.name': 'postgresql', 'db.query.text': statement })
    return (rows, isFailed = false) => {
      span?.end({ attributes: { 'db.response.returned_rows': rows }, isFailed })
      end(rows, isFailed)
    }
  }
}

const MAX_KNOWN = 1000
